import {
  Alert,
  Button,
  Checkbox,
  FileInput,
  Group,
  Modal,
  Progress,
  ScrollArea,
  Stack,
  Table,
  Text,
} from '@mantine/core'
import type { BatchPreview, CheckedGrant } from '@parley/contracts/session/agency'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { addressOf } from '../../app/api.ts'
import { useSession } from '../../app/session.tsx'
import { useCall, useChange } from '../../app/use-call.ts'
import { count, number } from '../../kit/numbers.ts'

/** Grants from a file: looked at first, then made while one watches. */
export function BatchDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const [csv, setCsv] = useState<string>()
  const [atomic, setAtomic] = useState(false)
  const [key, setKey] = useState('')
  const [batchId, setBatchId] = useState<string>()
  const preview = useChange('POST /agency/batches/preview', { quiet: true })
  const start = useChange('POST /agency/batches', { quiet: true, onSuccess: ({ id }) => setBatchId(id) })

  const look = (text: string, allOrNone: boolean) => preview.mutate({ body: { csv: text, atomic: allOrNone } })
  const choose = async (file: File | null) => {
    const text = file ? await file.text() : undefined
    setCsv(text)
    setKey(`console-${crypto.randomUUID()}`)
    preview.reset()
    start.reset()
    if (text !== undefined) look(text, atomic)
  }
  const close = () => {
    onClose()
    setCsv(undefined)
    setBatchId(undefined)
    preview.reset()
    start.reset()
  }
  const fault = start.error ?? preview.error
  return (
    <Modal opened={opened} onClose={close} title="Grant from a file" size="lg" closeOnClickOutside={!batchId}>
      {batchId ? (
        <Running batchId={batchId} onClose={close} />
      ) : (
        <Stack>
          <FileInput
            label="CSV file"
            description="The first line names the columns: email and amount, and if you like description. At most 10,000 rows."
            placeholder="Choose a file"
            accept=".csv,text/csv,text/plain"
            leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
            clearable
            clearButtonProps={{ 'aria-label': 'Take another file' }}
            data-autofocus
            onChange={choose}
          />
          <Checkbox
            label="All or none: when one row cannot be granted, none is"
            checked={atomic}
            onChange={({ currentTarget: { checked } }) => {
              setAtomic(checked)
              if (csv !== undefined) look(csv, checked)
            }}
          />
          {fault && (
            <Alert color="red" role="alert">
              {fault.message}
            </Alert>
          )}
          {preview.isPending && <Progress value={100} animated aria-label="Looking at the file" />}
          {preview.data && csv !== undefined && <Preview preview={preview.data} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button
              disabled={!preview.data || preview.data.granted === 0}
              loading={start.isPending}
              onClick={() => csv !== undefined && start.mutate({ body: { csv, atomic, key } })}
            >
              {preview.data ? `Grant ${number(preview.data.credits)} credits` : 'Grant'}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

function Preview({ preview }: { preview: BatchPreview }) {
  const { size, granted, failed, problems, sample, credits } = preview
  const rest = failed - problems.length
  return (
    <Stack gap="xs" aria-live="polite">
      <Alert color={failed === 0 ? 'brand' : granted === 0 ? 'red' : 'yellow'} variant="light">
        {failed === 0
          ? `All ${count(size, 'row')} can be granted: ${number(credits)} credits in all. Nothing is written yet.`
          : `${number(granted)} of ${count(size, 'row')} can be granted (${number(credits)} credits); ${number(failed)} cannot.`}
      </Alert>
      <CheckedRows rows={problems.length > 0 ? problems : sample} />
      {problems.length === 0 && size > sample.length && (
        <Text size="xs" c="dimmed">
          and {count(size - sample.length, 'row')} more
        </Text>
      )}
      {rest > 0 && (
        <Text size="xs" c="dimmed">
          and {number(rest)} more that cannot be granted
        </Text>
      )}
    </Stack>
  )
}

const CheckedRows = ({ rows }: { rows: CheckedGrant[] }) => (
  <ScrollArea.Autosize mah={260} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Rows of the file' }}>
    <Table fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={56}>Line</Table.Th>
          <Table.Th>Sub-account</Table.Th>
          <Table.Th ta="right">Amount</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ line, email, amount, description, fault }) => (
          <Table.Tr key={line}>
            <Table.Td>{line}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {email}
              <Text size="xs" c={fault ? 'var(--mantine-color-error)' : 'dimmed'}>
                {fault ?? description}
              </Text>
            </Table.Td>
            <Table.Td ta="right" style={{ overflowWrap: 'anywhere' }}>
              {amount}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea.Autosize>
)

function Running({ batchId, onClose }: { batchId: string; onClose(): void }) {
  const { account } = useSession()
  const queries = useQueryClient()
  const [isOver, setIsOver] = useState(false)
  const params = { batch: batchId }
  const batch = useCall('GET /agency/batches/:batch', { params }, isOver ? {} : { refetchIntervalMs: 500 })
  const stop = useChange('POST /agency/batches/:batch/stop', { refetches: ['GET /agency/batches/:batch'] })
  const { data } = batch
  const ended = data !== undefined && data.state !== 'open'
  useEffect(() => {
    if (!ended) return
    setIsOver(true)
    for (const each of ['GET /agency', 'GET /agency/usage', 'GET /agency/sub-accounts']) {
      void queries.invalidateQueries({ queryKey: [account.id, each] })
    }
  }, [ended, queries, account.id])
  const percent = data ? (data.decided / data.size) * 100 : 0
  return (
    <Stack>
      <Progress value={percent} animated={!ended} size="lg" aria-label="Grants decided" />
      <Text size="sm" aria-live="polite">
        {!data
          ? 'Starting…'
          : !ended
            ? `${number(data.decided)} of ${count(data.size, 'grant')} decided`
            : [
                `${count(data.granted, 'grant')} made`,
                data.duplicates > 0 && `${number(data.duplicates)} made before`,
                data.failed > 0 && `${number(data.failed)} not made`,
              ]
                .filter(Boolean)
                .join(', ')}
      </Text>
      {batch.error && (
        <Alert color="red" role="alert">
          {batch.error.message}
        </Alert>
      )}
      <Group justify="flex-end">
        {ended ? (
          <>
            <Button
              component="a"
              href={addressOf(account.id, 'GET /agency/batches/:batch/results.csv', { params })}
              download
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              Result file
            </Button>
            <Button onClick={onClose}>Done</Button>
          </>
        ) : (
          <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate({ params })}>
            Stop
          </Button>
        )}
      </Group>
    </Stack>
  )
}
