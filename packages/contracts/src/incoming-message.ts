import { z } from 'zod'
import { Email } from './email.ts'
import { MessageBody, optional, RequiredText, Text } from './text.ts'

const dataUri = /^data:[^,]*,/

/** A public address, or a file within the text as `data:<type>;base64,<bytes>`. */
const MediaUrl = z
  .string({ error: 'must be a string' })
  .refine((text) => dataUri.test(text) || text.length <= 2048, { error: 'must be at most 2048 characters' })
  .refine((text) => dataUri.test(text) || /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
    error: 'must be an http(s) URL or a data URI',
  })

/** Body of `POST /incoming_custom_channel_message`, and one item of its batch form. */
export const IncomingMessage = z.object(
  {
    customData: z
      .object(
        {
          messageSid: optional(RequiredText),
          id: optional(RequiredText),
          fromId: RequiredText,
          toId: RequiredText,
          body: MessageBody,
          status: optional(Text),
          channel: optional(Text),
          campaignId: optional(Text),
          firstName: optional(Text),
          lastName: optional(Text),
          email: optional(Email),
          mediaUrl: optional(MediaUrl),
          mediaContentType: optional(Text),
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
export type IncomingMessage = z.output<typeof IncomingMessage>

export const IncomingMessageAnswer = z.object({ success: z.literal(true), messageId: z.string() })
