import { Alert, Button, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CallAnswer } from '../../app/api.ts'
import { useChange } from '../../app/use-call.ts'
import { CopyField } from '../../kit/copy-field.tsx'
import { DialogForm } from '../../kit/dialog-form.tsx'

export function CreateDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [created, setCreated] = useState<CallAnswer<'POST /agency/sub-accounts'>>()
  const create = useChange('POST /agency/sub-accounts', {
    refetches: ['GET /agency', 'GET /agency/sub-accounts'],
    quiet: true,
    onSuccess: setCreated,
  })
  const close = () => {
    onClose()
    setEmail('')
    setName('')
    setCreated(undefined)
    create.reset()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={created ? `${created.email} is ready` : 'New sub-account'}
      closeOnClickOutside={!created}
    >
      {created ? (
        <Stack>
          <Alert color="yellow" variant="light">
            Key and password are shown this once. Hand them on before you close this.
          </Alert>
          <CopyField label="Log-in" value={created.email} />
          <CopyField label="Password" value={created.password} />
          <CopyField label="API key" value={created.apiKey} />
          <Button onClick={close}>Done</Button>
        </Stack>
      ) : (
        <DialogForm
          submit="Create"
          onSubmit={() => create.mutate({ body: { email, name } })}
          onCancel={close}
          error={create.error}
          isPending={create.isPending}
        >
          <TextInput
            label="E-mail"
            description="Its owner logs in with it, and you grant credits to it."
            type="email"
            required
            data-autofocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <TextInput
            label="Name"
            placeholder="Client Ltd"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </DialogForm>
      )}
    </Modal>
  )
}
