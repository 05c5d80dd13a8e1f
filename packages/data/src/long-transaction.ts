/** For what touches a whole backlog at once; Prisma's own patience is five seconds. */
export const longTransaction = { timeout: 120_000, maxWait: 5_000 }
