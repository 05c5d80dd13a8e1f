import { describe, expect, test } from 'vitest'
import { useTestDatabase } from './test-database.ts'

describe('two suites that use a database', () => {
  const [mine, yours] = [useTestDatabase(), useTestDatabase()]

  test('start with every table and do not see what the other writes', async () => {
    await mine.db.pool.query(`insert into "user" (email, name) values ('ann@example.com', 'Ann')`)
    expect(await mine.db.prisma.user.count()).toBe(1)
    expect(await yours.db.prisma.user.count()).toBe(0)
  })
})
