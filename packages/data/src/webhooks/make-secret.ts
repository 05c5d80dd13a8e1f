import { randomBytes } from 'node:crypto'

/** In the form that the libraries for Standard Webhooks take. */
export const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
