export const incomingPath = '/incoming_custom_channel_message'

/** What a platform posts when somebody writes. */
export const message = (fromId: string, body: string, firstName = 'Ada') => ({
  customData: { messageSid: crypto.randomUUID(), fromId, toId: 'shop', body, firstName, lastName: 'Lovelace' },
})
