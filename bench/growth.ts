// The message table when it is small and when it is large: insert rate, look-up by id, a conversation's page.
import { randomUUID } from 'node:crypto'
import { storeMessages } from '@parley/data/pipeline/store-messages'
import { acceptedBatch } from './lib/bodies.ts'
import { readOptions } from './lib/options.ts'
import { type Stack, withStack } from './lib/stack.ts'
import { percentile, printMachine, printTable, type Row } from './lib/table.ts'

const { small, large, insert, people, lookups } = readOptions({
  small: 10_000,
  large: 10_000_000,
  insert: 100_000,
  people: 100_000,
  lookups: 2_000,
})

/** Random ids, as hashes are; conversations of all ages; written in the order of time, as it was. */
async function fill(stack: Stack, accountId: string, rows: number): Promise<void> {
  for (let done = 0; done < rows; done += 200_000) {
    const count = Math.min(200_000, rows - done)
    await stack.db.pool.query(
      `insert into message (id, account_id, conversation_id, direction, kind, body, status, channel, sid, to_id, request_id, accepted_at)
       select gen_random_uuid(), $1, md5('person-' || floor(random() * $2))::uuid, 'incoming', 'text', repeat('hello ', 20),
         'received', 'bench', 'sid-' || n, 'shop', 'bench', now() - (($4 - n) || ' seconds')::interval
       from generate_series($3::int, $3::int + $5::int - 1) as n`,
      [accountId, people, done, rows, count],
    )
  }
  await stack.db.pool.query('vacuum analyze message')
}

async function measure(stack: Stack, accountId: string, rows: number): Promise<Row> {
  await fill(stack, accountId, rows)
  await stack.db.pool.query('checkpoint')
  const { rows: sampled } = await stack.db.pool.query<{ id: string; conversation_id: string }>(
    `select id, conversation_id from message tablesample system_rows($1)`,
    [lookups],
  )
  const timed = async (sql: string, value: (row: { id: string; conversation_id: string }) => string) => {
    const took: number[] = []
    for (const row of sampled) {
      const at = performance.now()
      await stack.db.pool.query({ name: sql.slice(0, 60), text: sql, values: [value(row)] })
      took.push(performance.now() - at)
    }
    return took.sort((x, y) => x - y)
  }
  const byId = await timed('select * from message where id = $1', ({ id }) => id)
  const page = await timed(
    'select * from message where conversation_id = $1 order by accepted_at desc, id desc limit 50',
    (row) => row.conversation_id,
  )
  const batches = Array.from({ length: Math.ceil(insert / 500) }, () => acceptedBatch(accountId, 500, people))
  const at = performance.now()
  const loop = async () => {
    for (let next = batches.pop(); next; next = batches.pop()) await storeMessages(stack.db, next)
  }
  await Promise.all([loop(), loop()])
  const { rows: size } = await stack.db.pool.query(
    `select pg_total_relation_size('message') / 1048576 as total, pg_indexes_size('message') / 1048576 as indexes`,
  )
  return {
    'rows before': rows,
    'inserts/s': insert / ((performance.now() - at) / 1_000),
    'look-up p50 ms': percentile(byId, 0.5),
    'look-up p99 ms': percentile(byId, 0.99),
    'page p50 ms': percentile(page, 0.5),
    'page p99 ms': percentile(page, 0.99),
    'table and indexes MB': Number(size[0].total),
    'of which indexes MB': Number(size[0].indexes),
  }
}

printMachine()
const results: Row[] = []
for (const rows of [small, large]) {
  await withStack(async (stack) => {
    await stack.db.pool.query('create extension if not exists tsm_system_rows')
    results.push(await measure(stack, randomUUID(), rows))
  })
}
printTable(
  `The message table, small and large; ${insert.toLocaleString('en')} inserted in batches of 500 by two at once`,
  results,
)
