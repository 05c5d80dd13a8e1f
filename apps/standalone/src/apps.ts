import { fileURLToPath } from 'node:url'

/** Every app that `npm start` runs, each as a process of its own. Its entry is `apps/<name>/src/main.ts`. */
export const apps = [
  'gateway',
  'ingest-worker',
  'bot-reply-worker',
  'webhook-delivery-worker',
  'credits-worker',
  'console',
] as const

export type AppName = (typeof apps)[number]

export const entryOf = (app: AppName): string => fileURLToPath(new URL(`../../${app}/src/main.ts`, import.meta.url))
