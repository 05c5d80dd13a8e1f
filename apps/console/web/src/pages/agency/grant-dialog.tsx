import { Modal, NumberInput, Text, TextInput } from '@mantine/core'
import type { AgencySubAccount } from '@parley/contracts/session/agency'
import { useEffect, useState } from 'react'
import { useChange } from '../../app/use-call.ts'
import { DialogForm } from '../../kit/dialog-form.tsx'
import { number } from '../../kit/numbers.ts'

type Target = Pick<AgencySubAccount, 'name' | 'email' | 'balance'>

/** One key for each opening of the dialog: a grant that is sent twice is made once. */
export function GrantDialog(props: {
  subAccount: Target | undefined
  /** Of a recharge request that the grant answers. */
  answers?: { key: string; amount: number } | undefined
  onClose(): void
}) {
  const { subAccount, answers, onClose } = props
  const [amount, setAmount] = useState<number | string>('')
  const [description, setDescription] = useState('')
  const [key, setKey] = useState('')
  const grant = useChange('POST /agency/grants', {
    refetches: [
      'GET /agency',
      'GET /agency/usage',
      'GET /agency/sub-accounts',
      'GET /agency/sub-accounts/:subAccount',
      'GET /agency/sub-accounts/:subAccount/transactions',
      'GET /agency/recharges',
    ],
    done: `Granted ${number(Number(amount))} credits to ${subAccount?.name ?? ''}.`,
    quiet: true,
    onSuccess: onClose,
  })
  const { reset } = grant
  useEffect(() => {
    if (!subAccount) return
    setAmount(answers?.amount ?? '')
    setDescription(answers ? 'Auto-recharge' : '')
    setKey(answers?.key ?? `console-${crypto.randomUUID()}`)
    reset()
  }, [subAccount, answers, reset])

  const submit = () => {
    if (!subAccount) return
    grant.mutate({ body: { email: subAccount.email, amount: Number(amount), description, idempotency_key: key } })
  }
  const sum = subAccount && Number(amount) > 0 ? subAccount.balance + Number(amount) : undefined
  return (
    <Modal opened={subAccount !== undefined} onClose={onClose} title={`Grant credits to ${subAccount?.name ?? ''}`}>
      <DialogForm
        submit="Grant"
        onSubmit={submit}
        onCancel={onClose}
        error={grant.error}
        isPending={grant.isPending}
        disabled={!(Number(amount) > 0)}
      >
        <NumberInput
          label="Credits"
          required
          data-autofocus
          min={0.0001}
          max={1_000_000_000}
          decimalScale={4}
          thousandSeparator=","
          hideControls
          value={amount}
          onChange={setAmount}
        />
        <TextInput
          label="Description"
          description="Shown in the history of transactions."
          maxLength={1_000}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          Balance now {number(subAccount?.balance ?? 0)}
          {sum !== undefined && `, then ${number(sum)}`}
        </Text>
      </DialogForm>
    </Modal>
  )
}
