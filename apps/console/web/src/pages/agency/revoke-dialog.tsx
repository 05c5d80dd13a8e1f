import { Modal, NumberInput, Text, TextInput } from '@mantine/core'
import type { AgencyTransaction } from '@parley/contracts/session/agency'
import { useEffect, useState } from 'react'
import { useChange } from '../../app/use-call.ts'
import { DialogForm } from '../../kit/dialog-form.tsx'
import { number } from '../../kit/numbers.ts'

export function RevokeDialog({ grant, onClose }: { grant: AgencyTransaction | undefined; onClose(): void }) {
  const [amount, setAmount] = useState<number | string>('')
  const [description, setDescription] = useState('')
  const [key, setKey] = useState('')
  const revoke = useChange('POST /agency/revocations', {
    refetches: [
      'GET /agency',
      'GET /agency/sub-accounts',
      'GET /agency/sub-accounts/:subAccount',
      'GET /agency/sub-accounts/:subAccount/transactions',
    ],
    done: 'The credits are taken back.',
    quiet: true,
    onSuccess: onClose,
  })
  const { reset } = revoke
  useEffect(() => {
    if (!grant) return
    setAmount('')
    setDescription('')
    setKey(`console-${crypto.randomUUID()}`)
    reset()
  }, [grant, reset])

  const submit = () => {
    if (!grant) return
    revoke.mutate({
      body: {
        grant_id: grant.id,
        ...(amount !== '' && { amount: Number(amount) }),
        description,
        idempotency_key: key,
      },
    })
  }
  return (
    <Modal opened={grant !== undefined} onClose={onClose} title="Take back credits">
      <DialogForm
        submit="Take back"
        onSubmit={submit}
        onCancel={onClose}
        error={revoke.error}
        isPending={revoke.isPending}
        danger
      >
        <Text size="sm" c="dimmed">
          The grant was {number(grant?.amount ?? 0)} credits. What was used of it stays used.
        </Text>
        <NumberInput
          label="Credits"
          placeholder="All that is left of it"
          min={0.0001}
          decimalScale={4}
          thousandSeparator=","
          hideControls
          data-autofocus
          value={amount}
          onChange={setAmount}
        />
        <TextInput
          label="Reason"
          maxLength={1_000}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </DialogForm>
    </Modal>
  )
}
