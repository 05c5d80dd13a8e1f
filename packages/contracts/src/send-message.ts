import { z } from 'zod'
import { Email } from './email.ts'
import { MessageBody, optional, RequiredText, Text } from './text.ts'

/** Body of `POST /send_custom_channel_message`. */
export const SendMessage = z
  .object(
    {
      customData: z.object(
        {
          fromId: RequiredText.describe("The contact's id on the external platform."),
          customChannel: RequiredText.describe('Name of the custom channel.'),
          body: MessageBody,
          campaignId: optional(Text).describe("Routes the conversation's next turns to this campaign."),
          firstName: optional(Text),
          lastName: optional(Text),
          email: optional(Email),
        },
        { error: (issue) => (issue.input === undefined ? 'is required' : 'must be an object') },
      ),
    },
    { error: 'must be a JSON object' },
  )
  .meta({
    examples: [
      {
        customData: { fromId: 'user-42', customChannel: 'shop-chat', body: 'Your parcel is on its way.' },
      },
    ],
  })
export type SendMessage = z.output<typeof SendMessage>

export const SendMessageAnswer = z.object({
  success: z.literal(true),
  messageId: z.string(),
  contactId: z.string(),
  message: z.string(),
})
