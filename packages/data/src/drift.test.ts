import { readFile } from 'node:fs/promises'
import { useEmptyDatabase, useTestDatabase } from '@parley/testing/test-database'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diffSchemas } from './migrations/diff-schemas.ts'
import { migratedSchemaFile, schemaFile } from './migrations/migration-files.ts'

const migrated = useTestDatabase()
const fresh = useEmptyDatabase()
let fromSchema: pg.Pool

beforeAll(async () => {
  fromSchema = new pg.Pool({ connectionString: fresh.url })
  await fromSchema.query((await diffSchemas(null, await readFile(schemaFile, 'utf8'))) ?? '')
})
afterAll(() => fromSchema.end())

/** Everything that a table can be told, in Postgres' own words, but for what `sql_` marks as SQL by hand. */
async function describeDatabase(pool: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    with ours as (
      select oid, relname, relkind from pg_class
      where relnamespace = 'public'::regnamespace and relname not like '\\_prisma\\_migrations%' and relname not like 'sql\\_%'
    )
    select format('%s %s', relkind, relname) as line from ours
    union all
    select format('column %s.%s %s %s %s %s', relname, attname, format_type(atttypid, atttypmod),
      case when attnotnull then 'not null' else 'null' end, pg_get_expr(adbin, adrelid), attidentity::text || attgenerated::text)
    from ours join pg_attribute on attrelid = ours.oid left join pg_attrdef on adrelid = ours.oid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind = 'r'
    union all
    select pg_get_indexdef(indexrelid) from pg_index join ours on ours.oid = indexrelid
    union all
    select format('constraint %s.%s %s', relname, conname, pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint join ours on ours.oid = conrelid where conname not like 'sql\\_%'
    union all
    select format('trigger %s', pg_get_triggerdef(pg_trigger.oid))
    from pg_trigger join ours on ours.oid = tgrelid where not tgisinternal and tgname not like 'sql\\_%'
    union all
    select format('function %s', proname) from pg_proc
    where pronamespace = 'public'::regnamespace and proname not like 'sql\\_%'
    union all
    select format('enum %s: %s', typname, string_agg(enumlabel, ', ' order by enumsortorder))
    from pg_type join pg_enum on enumtypid = pg_type.oid where typnamespace = 'public'::regnamespace group by typname
    order by line`)
  return rows.map((row) => row.line)
}

test('the migrations lead to what the schema says', async () => {
  const expected = await describeDatabase(fromSchema)
  expect(expected).toContain('column message.feed_xid xid8 null  ')
  expect(await describeDatabase(migrated.db.pool)).toEqual(expected)
})

test.for([
  ['a column', 'alter table message add column forgotten text'],
  ['a default', 'alter table message alter column body set default 0'],
  ['an index', 'create index forgotten on message (body)'],
  ['a constraint', 'alter table message add constraint forgotten check (true)'],
  ['a value of an enum', `alter type role add value 'forgotten'`],
])('%s that only one side has would be seen', async ([, sql = '']) => {
  const client = await migrated.db.pool.connect()
  const before = await describeDatabase(migrated.db.pool)
  try {
    await client.query(`begin; ${sql}`)
    expect(await describeDatabase(client)).not.toEqual(before)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('prisma/migrations/schema.prisma is where the next migration starts from', async () => {
  expect(await diffSchemas(await readFile(migratedSchemaFile, 'utf8'), await readFile(schemaFile, 'utf8'))).toBeNull()
})
