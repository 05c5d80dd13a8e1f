import { hash } from 'node:crypto'

/** A key is 256 random bits, so a plain hash keeps it safe and lets the gateway look it up. */
export const hashKey = (apiKey: string): Buffer<ArrayBuffer> => hash('sha256', apiKey, 'buffer') as Buffer<ArrayBuffer>
