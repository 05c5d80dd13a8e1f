import { Modal, NumberInput, Switch } from '@mantine/core'
import type { AgencySubAccount } from '@parley/contracts/session/agency'
import { useEffect, useState } from 'react'
import { useChange } from '../../app/use-call.ts'
import { DialogForm } from '../../kit/dialog-form.tsx'

export function RuleDialog({ subAccount, onClose }: { subAccount: AgencySubAccount | undefined; onClose(): void }) {
  const [enabled, setEnabled] = useState(true)
  const [threshold, setThreshold] = useState<number | string>(50)
  const [amount, setAmount] = useState<number | string>(500)
  const save = useChange('PUT /agency/sub-accounts/:subAccount/recharge', {
    refetches: [
      'GET /agency',
      'GET /agency/sub-accounts',
      'GET /agency/sub-accounts/:subAccount',
      'GET /agency/recharges',
    ],
    done: 'The rule is saved.',
    quiet: true,
    onSuccess: onClose,
  })
  const { reset } = save
  useEffect(() => {
    if (!subAccount) return
    setEnabled(subAccount.autoRecharge?.enabled ?? true)
    setThreshold(subAccount.autoRecharge?.threshold ?? 50)
    setAmount(subAccount.autoRecharge?.amount ?? 500)
    reset()
  }, [subAccount, reset])

  const submit = () => {
    if (!subAccount) return
    save.mutate({
      params: { subAccount: subAccount.id },
      body: { threshold: Number(threshold), amount: Number(amount), enabled },
    })
  }
  const shared = { required: true, decimalScale: 4, thousandSeparator: ',', hideControls: true, disabled: !enabled }
  return (
    <Modal opened={subAccount !== undefined} onClose={onClose} title={`Auto-recharge of ${subAccount?.name ?? ''}`}>
      <DialogForm submit="Save" onSubmit={submit} onCancel={onClose} error={save.error} isPending={save.isPending}>
        <Switch
          label="Ask for credits when the balance is low"
          checked={enabled}
          onChange={(event) => setEnabled(event.currentTarget.checked)}
        />
        <NumberInput label="When it is below" min={0} value={threshold} onChange={setThreshold} {...shared} />
        <NumberInput label="Ask for" min={0.0001} value={amount} onChange={setAmount} {...shared} />
      </DialogForm>
    </Modal>
  )
}
