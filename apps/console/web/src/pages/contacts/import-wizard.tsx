import { Alert, Button, FileInput, Group, Progress, Select, Stack, Table, Text } from '@mantine/core'
import type { ImportedRow, ListItem } from '@parley/contracts/session/contacts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callAccount } from '../../app/api.ts'
import { useSession } from '../../app/session.tsx'
import { parseCsv } from '../../kit/parse-csv.ts'

const rowsAtATime = 200
const fieldNames = ['firstName', 'lastName', 'phone', 'email'] as const

type Row = Record<string, string>

/** A file is looked at first, then sent in parts; what was wrong with which row is told at the end. */
export function ImportWizard({ lists }: { lists: ListItem[] }) {
  const { account } = useSession()
  const queries = useQueryClient()
  const [rows, setRows] = useState<Row[]>()
  const [list, setList] = useState<string | null>(null)
  const [results, setResults] = useState<ImportedRow[]>([])
  const [running, setRunning] = useState(false)
  const [fault, setFault] = useState<string>()

  const choose = async (file: File | null) => {
    setResults([])
    setFault(undefined)
    try {
      setRows(file ? (await parseCsv(await file.text())).map(byFieldName) : undefined)
    } catch (error) {
      setRows(undefined)
      setFault(`The file cannot be read: ${(error as Error).message}`)
    }
  }
  const start = async () => {
    if (!rows) return
    setRunning(true)
    const all: ImportedRow[] = []
    try {
      for (let from = 0; from < rows.length; from += rowsAtATime) {
        const part = rows.slice(from, from + rowsAtATime)
        all.push(
          ...(await callAccount(account.id, 'POST /contacts/import', { body: { rows: part, ...(list && { list }) } })),
        )
        setResults([...all])
      }
    } catch (error) {
      setFault(`Stopped after ${all.length} rows: ${(error as Error).message} Importing the file again does no harm.`)
    }
    setRunning(false)
    void queries.invalidateQueries({ queryKey: [account.id] })
  }

  const bad = results.flatMap((result, index) =>
    result.outcome === 'error' ? [{ line: index + 2, error: result.error }] : [],
  )
  const count = (outcome: ImportedRow['outcome']) => results.filter((result) => result.outcome === outcome).length
  const isDone = rows !== undefined && results.length === rows.length && !running
  return (
    <Stack>
      <FileInput
        label="CSV file"
        description="With a header: firstName, lastName, phone, email. A row needs a phone or an e-mail."
        accept=".csv,text/csv"
        placeholder="Choose a file"
        onChange={choose}
      />
      {fault && (
        <Alert color="red" role="alert">
          {fault}
        </Alert>
      )}
      {rows && (
        <>
          <Text size="sm" fw={600}>
            {rows.length.toLocaleString()} rows. The first ones:
          </Text>
          <Table.ScrollContainer minWidth={420}>
            <Table verticalSpacing={4} fz="sm">
              <Table.Thead>
                <Table.Tr>
                  {fieldNames.map((name) => (
                    <Table.Th key={name}>{name}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.slice(0, 5).map((row, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have nothing else
                  <Table.Tr key={index}>
                    {fieldNames.map((name) => (
                      <Table.Td key={name}>{row[name]}</Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          <Select
            label="Put them on a list"
            placeholder="None"
            clearable
            value={list}
            onChange={setList}
            data={lists.map(({ id, name }) => ({ value: id, label: name }))}
          />
          {(running || results.length > 0) && (
            <Progress
              value={(results.length / Math.max(1, rows.length)) * 100}
              size="lg"
              animated={running}
              aria-label="Progress of the import"
            />
          )}
          {isDone ? (
            <Alert color={bad.length > 0 ? 'orange' : 'brand'} variant="light" title="The import is done" role="status">
              {count('created')} created, {count('existing')} were there already, {bad.length} could not be taken.
            </Alert>
          ) : (
            <Group>
              <Button onClick={start} loading={running} disabled={rows.length === 0}>
                Import {rows.length.toLocaleString()} rows
              </Button>
            </Group>
          )}
          {bad.length > 0 && (
            <>
              <Group justify="space-between">
                <Text size="sm" fw={600}>
                  Bad rows
                </Text>
                <Button size="compact-sm" variant="default" component="a" download="bad-rows.csv" href={reportOf(bad)}>
                  Download the report
                </Button>
              </Group>
              <Table fz="sm" verticalSpacing={4}>
                <Table.Tbody>
                  {bad.slice(0, 20).map(({ line, error }) => (
                    <Table.Tr key={line}>
                      <Table.Td w={90}>Line {line}</Table.Td>
                      <Table.Td>{error}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </>
          )}
        </>
      )}
    </Stack>
  )
}

/** `First Name`, `first_name` and `firstname` are all `firstName`. */
function byFieldName(row: Row): Row {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
  return Object.fromEntries(
    fieldNames.flatMap((name) => {
      const value = Object.entries(row).find(([header]) => plain(header) === plain(name))?.[1]
      return value ? [[name, value]] : []
    }),
  )
}

const reportOf = (bad: { line: number; error: string }[]): string =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(['line,error', ...bad.map(({ line, error }) => `${line},"${error.replaceAll('"', '""')}"`)].join('\n'))}`
