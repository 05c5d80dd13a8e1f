import { Badge, Button, Group, Modal, Stack, Table, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { OpenRecharge } from '@parley/contracts/session/agency'
import { useMemo, useState } from 'react'
import { useCall, useChange } from '../../app/use-call.ts'
import { Card } from '../../kit/card.tsx'
import { CopyField } from '../../kit/copy-field.tsx'
import { DialogForm } from '../../kit/dialog-form.tsx'
import { number } from '../../kit/numbers.ts'
import { wholeTime } from '../../kit/time.ts'
import { GrantDialog } from './grant-dialog.tsx'

/** Who asks for credits, and where the requests are sent. */
export function RechargePanel({ url, openRequests }: { url: string | null | undefined; openRequests: number }) {
  const [editing, edit] = useDisclosure()
  const requests = useCall('GET /agency/recharges', {}, { refetchIntervalMs: 15_000, enabled: openRequests > 0 })
  const [answering, setAnswering] = useState<OpenRecharge>()
  const answers = useMemo(() => answering && { key: answering.key, amount: answering.amount }, [answering])
  const rows = openRequests > 0 ? (requests.data ?? []) : []
  return (
    <Card
      title="Recharge requests"
      flush={rows.length > 0}
      hint={
        url === undefined ? (
          ' '
        ) : url === null ? (
          'No address is set for them, so no sub-account can ask yet.'
        ) : (
          <Text span inherit style={{ overflowWrap: 'anywhere' }}>
            Sent, signed, to {url}
          </Text>
        )
      }
      actions={
        <Button variant="default" size="xs" onClick={edit.open}>
          {url ? 'Change the address' : 'Set the address'}
        </Button>
      }
    >
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nobody is asking for credits.
        </Text>
      ) : (
        <Table verticalSpacing="sm" horizontalSpacing="lg">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Sub-account</Table.Th>
              <Table.Th ta="right">Asks for</Table.Th>
              <Table.Th visibleFrom="sm">Since</Table.Th>
              <Table.Th w={96} aria-label="Answer" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((each) => (
              <Table.Tr key={each.id}>
                <Table.Td>
                  <Group gap={8}>
                    <Text size="sm" fw={600}>
                      {each.name}
                    </Text>
                    <Badge variant="light" color="gray">
                      {number(each.balance)} left
                    </Badge>
                  </Group>
                </Table.Td>
                <Table.Td ta="right">{number(each.amount)}</Table.Td>
                <Table.Td visibleFrom="sm">{wholeTime(each.at)}</Table.Td>
                <Table.Td>
                  <Button size="xs" variant="light" onClick={() => setAnswering(each)}>
                    Grant…
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <GrantDialog subAccount={answering} answers={answers} onClose={() => setAnswering(undefined)} />
      <AddressDialog opened={editing} url={url ?? ''} onClose={edit.close} />
    </Card>
  )
}

function AddressDialog({ opened, url, onClose }: { opened: boolean; url: string; onClose(): void }) {
  const [typed, setTyped] = useState<string>()
  const [secret, setSecret] = useState<string>()
  const save = useChange('PUT /agency/recharge-webhook', {
    refetches: ['GET /agency'],
    quiet: true,
    onSuccess: (saved) => setSecret(saved.secret),
  })
  const close = () => {
    onClose()
    setTyped(undefined)
    setSecret(undefined)
    save.reset()
  }
  return (
    <Modal opened={opened} onClose={close} title="Where recharge requests go">
      {secret ? (
        <Stack>
          <Text size="sm">Saved. Check the signature of what arrives there with this secret:</Text>
          <CopyField label="Signing secret" value={secret} />
          <Button onClick={close}>Done</Button>
        </Stack>
      ) : (
        <DialogForm
          submit="Save"
          onSubmit={() => save.mutate({ body: { url: typed ?? url } })}
          onCancel={close}
          error={save.error}
          isPending={save.isPending}
        >
          <TextInput
            label="URL"
            description="Gets a subaccount.auto_recharge event when a balance is below its threshold. A grant that carries the event’s key closes the request."
            placeholder="https://example.com/recharge"
            type="url"
            required
            data-autofocus
            value={typed ?? url}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </DialogForm>
      )}
    </Modal>
  )
}
