import { z } from 'zod'
import { Email } from './email.ts'
import { optional, RequiredText, Text } from './text.ts'

/** Body of `POST /contacts`. The phone number is read by `readPhone`, which knows the calling codes. */
export const NewContact = z
  .object(
    {
      firstName: optional(Text),
      lastName: optional(Text),
      phone: optional(Text).describe('International format: `+`, country calling code, number.'),
      email: optional(Email),
    },
    { error: 'must be a JSON object' },
  )
  .refine((contact) => contact.phone !== undefined || contact.email !== undefined, {
    error: 'must have a phone or an email',
  })
  .meta({
    examples: [{ firstName: 'Ada', lastName: 'Lovelace', phone: '+44 20 7946 0958', email: 'ada@example.com' }],
  })
export type NewContact = z.output<typeof NewContact>

export const Contact = z
  .object({
    id: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({
    examples: [
      {
        id: 'con_4b6cf7a1de6f4f7e9a3a0f7f5f2a9c11',
        firstName: 'Ada',
        lastName: 'Lovelace',
        phone: '+442079460958',
        email: 'ada@example.com',
        createdAt: '2026-11-15T09:30:00.000Z',
      },
    ],
  })
export type Contact = z.output<typeof Contact>

/** Query of `GET /contacts`. A `+` that was not encoded arrives as a space, which neither value can hold there. */
export const ContactQuery = z
  .object({
    phoneNumber: z.preprocess(leadingPlus, optional(Text)).describe('A phone number; an unencoded `+` is understood.'),
    email: z.preprocess(innerPlus, optional(Email)).describe('An e-mail address, compared without regard to case.'),
  })
  .refine((query) => (query.phoneNumber === undefined) !== (query.email === undefined), {
    error: 'must have either phoneNumber or email',
  })
export type ContactQuery = z.output<typeof ContactQuery>

function leadingPlus(value: unknown): unknown {
  return typeof value === 'string' && /^ +[^ +]/.test(value) ? `+${value.trimStart()}` : value
}

function innerPlus(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().replaceAll(' ', '+') : value
}

export const FoundContact = Contact.extend({ success: z.literal(true), contactId: z.string() })

export const ErasedContact = z.object({ success: z.literal(true), contactId: z.string(), message: z.string() })

/** Body of `POST /lists/{listId}/contacts`. */
export const ListMember = z
  .object({ contactId: RequiredText }, { error: 'must be a JSON object' })
  .meta({ examples: [{ contactId: 'con_4b6cf7a1de6f4f7e9a3a0f7f5f2a9c11' }] })

export const ListChange = z.object({
  success: z.literal(true),
  listId: z.string(),
  contactId: z.string(),
  message: z.string(),
})
