import { z } from 'zod'
import { Email } from './email.ts'
import { isStorable, MessageBody, optional, RequiredText, Text } from './text.ts'

const dataUri = /^data:[^,]*,/i
const maxBatchItems = 1_000

/** A public address, or a file within the text as `data:<type>;base64,<bytes>`. */
const MediaUrl = z
  .string({ error: 'must be a string' })
  .refine(isStorable, { error: 'must not contain U+0000 or lone surrogates', abort: true })
  .refine((text) => dataUri.test(text) || text.length <= 2048, { error: 'must be at most 2048 characters' })
  .refine((text) => dataUri.test(text) || /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
    error: 'must be an http(s) URL or a data URI',
  })

/** Body of `POST /incoming_custom_channel_message`, and one item of its batch form. */
export const IncomingMessage = z
  .object(
    {
      customData: z
        .object(
          {
            messageSid: optional(RequiredText).describe('Unique id of the message; or give it as `id`.'),
            id: optional(RequiredText).describe('Taken when there is no `messageSid`.'),
            fromId: RequiredText.describe("The sender's id on the external platform."),
            toId: RequiredText.describe('The receiving side; any text.'),
            body: MessageBody,
            status: optional(Text).describe('`received` when left out.'),
            channel: optional(Text).describe('Label of the source; `custom` when left out.'),
            campaignId: optional(Text).describe('Routes the message to this campaign.'),
            firstName: optional(Text),
            lastName: optional(Text),
            email: optional(Email),
            mediaUrl: optional(MediaUrl).describe('A public URL, or `data:<type>;base64,<bytes>`.'),
            mediaContentType: optional(Text).describe('Required with `mediaUrl`.'),
          },
          { error: (issue) => (issue.input === undefined ? 'is required' : 'must be an object') },
        )
        .refine((data) => data.messageSid !== undefined || data.id !== undefined, {
          path: ['messageSid'],
          error: 'is required (or customData.id)',
        })
        .refine((data) => data.mediaUrl === undefined || data.mediaContentType !== undefined, {
          path: ['mediaContentType'],
          error: 'is required with customData.mediaUrl',
        }),
      messageType: optional(z.enum(['text', 'reaction'], { error: 'must be text or reaction' })),
    },
    { error: 'must be a JSON object' },
  )
  .meta({
    examples: [
      { customData: { messageSid: 'sms-1001', fromId: 'user-42', toId: 'shop', body: 'Where is my parcel?' } },
    ],
  })
export type IncomingMessage = z.output<typeof IncomingMessage>

export const IncomingMessageAnswer = z.object({ success: z.literal(true), messageId: z.string() })

/** One item of a batch: files come by URL there, or the whole would be too large to hold. */
export const BatchItem = IncomingMessage.refine(({ customData }) => !dataUri.test(customData.mediaUrl ?? ''), {
  path: ['customData', 'mediaUrl'],
  error: 'must be a URL in a batch: send a message with an embedded file by itself',
})

/** Body of the batch form. Items are looked at one by one, so that a bad one does not spoil the others. */
export const IncomingBatch = z
  .object(
    {
      messages: z
        .array(z.unknown(), { error: (issue) => (issue.input === undefined ? 'is required' : 'must be a list') })
        .min(1, { error: 'must not be empty' })
        .max(maxBatchItems, { error: `must be at most ${maxBatchItems} items` })
        .describe('Each as the body of `POST /incoming_custom_channel_message`, without data URIs.'),
    },
    { error: 'must be a JSON object' },
  )
  .meta({
    examples: [
      {
        messages: [
          { customData: { messageSid: 'sms-1001', fromId: 'user-42', toId: 'shop', body: 'Where is my parcel?' } },
        ],
      },
    ],
  })

export const IncomingBatchAnswer = z.object({
  success: z.literal(true),
  accepted: z.int(),
  rejected: z.int(),
  results: z
    .array(
      z.union([
        z.object({ success: z.literal(true), messageId: z.string() }),
        z.object({
          success: z.literal(false),
          error: z.string(),
          retryable: z.boolean().describe('True: nothing is wrong with the message, send it again.'),
        }),
      ]),
    )
    .describe('In the order of the request.'),
})
export type IncomingBatchAnswer = z.output<typeof IncomingBatchAnswer>
