import { type DestinationStream, type Logger, pino } from 'pino'
import { redactSecrets } from './redact-secrets.ts'

export type Log = Logger

/** Lines of JSON on stdout, written at once: what was logged before a crash is there after it. */
export const createLog = (service: string, level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: redactSecrets },
    },
    destination ?? pino.destination({ fd: 1, sync: true }),
  )
