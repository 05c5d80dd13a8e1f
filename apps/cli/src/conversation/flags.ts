import { accountFlag, idFlag } from '../flags.ts'

/** A conversation is named by its contact. */
export const conversationFlags = { account: accountFlag, contact: idFlag('contact').describe('The contact') }
