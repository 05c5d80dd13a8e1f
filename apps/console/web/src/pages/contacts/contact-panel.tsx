import { Button, Group, MultiSelect, Skeleton, Stack, Switch, TextInput } from '@mantine/core'
import type { ContactDetail, ListItem } from '@parley/contracts/session/contacts'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { useMay } from '../../app/session.tsx'
import { useCall, useChange } from '../../app/use-call.ts'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { CopyField } from '../../kit/copy-field.tsx'
import { ErrorState } from '../../kit/error-state.tsx'

export function ContactPanel({ id, lists, onGone }: { id: string; lists: ListItem[]; onGone(): void }) {
  const contact = useCall('GET /contacts/:contact', { params: { contact: id } })
  if (contact.isError) return <ErrorState error={contact.error} />
  if (!contact.data) return <Skeleton h={300} />
  return <Panel key={id} contact={contact.data} lists={lists} onGone={onGone} />
}

function Panel({ contact, lists, onGone }: { contact: ContactDetail; lists: ListItem[]; onGone(): void }) {
  const mayEdit = useMay('agent')
  const mayErase = useMay('owner')
  const params = { contact: contact.id }
  const [fields, setFields] = useState({
    firstName: contact.firstName ?? '',
    lastName: contact.lastName ?? '',
    phone: contact.phone ?? '',
    email: contact.email ?? '',
  })
  const refetches = ['GET /contacts', 'GET /contacts/:contact', 'GET /lists'] as const
  const save = useChange('PATCH /contacts/:contact', { refetches: [...refetches], done: 'Saved.' })
  const addTo = useChange('PUT /lists/:list/contacts/:contact', { refetches: [...refetches] })
  const removeFrom = useChange('DELETE /lists/:list/contacts/:contact', { refetches: [...refetches] })
  const erase = useChange('DELETE /contacts/:contact', {
    refetches: [...refetches],
    done: 'Everything about them is gone.',
    onSuccess: onGone,
  })
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    disabled: !mayEdit,
    onChange: (event: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [name]: event.currentTarget.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { firstName, lastName, phone, email } = fields
    save.mutate({
      params,
      body: { firstName: firstName || null, lastName: lastName || null, phone: phone || null, email: email || null },
    })
  }
  const changeLists = (chosen: string[]) => {
    const before = contact.lists.map(({ id }) => id)
    for (const list of chosen.filter((id) => !before.includes(id))) addTo.mutate({ params: { list, ...params } })
    for (const list of before.filter((id) => !chosen.includes(id))) removeFrom.mutate({ params: { list, ...params } })
  }
  return (
    <Stack>
      {contact.hasConversation && (
        <Button component={Link} href={`/inbox/${contact.id}`} variant="light">
          Open the conversation
        </Button>
      )}
      <form onSubmit={submit}>
        <Stack>
          <Group grow>
            <TextInput label="First name" {...field('firstName')} />
            <TextInput label="Last name" {...field('lastName')} />
          </Group>
          <TextInput label="Phone" {...field('phone')} />
          <TextInput label="E-mail" type="email" {...field('email')} />
          {mayEdit && (
            <Button type="submit" variant="default" loading={save.isPending}>
              Save
            </Button>
          )}
        </Stack>
      </form>
      <MultiSelect
        label="Lists"
        placeholder={contact.lists.length === 0 ? 'On no list' : ''}
        disabled={!mayEdit}
        data={lists.map(({ id, name }) => ({ value: id, label: name }))}
        value={contact.lists.map(({ id }) => id)}
        onChange={changeLists}
      />
      <Switch
        label="The bot answers"
        disabled={!mayEdit}
        checked={contact.botEnabled}
        onChange={(event) => save.mutate({ params, body: { botEnabled: event.currentTarget.checked } })}
      />
      <Switch
        label="Do not disturb"
        description="They asked to be left alone: nothing is sent to them automatically."
        disabled={!mayEdit}
        checked={contact.doNotDisturb}
        onChange={(event) => save.mutate({ params, body: { doNotDisturb: event.currentTarget.checked } })}
      />
      <CopyField label="Contact id" value={contact.id} />
      {contact.externalId && <CopyField label="Id on the platform" value={contact.externalId} />}
      {mayErase && (
        <Group>
          <ConfirmButton
            danger
            title={`Erase ${contact.name}?`}
            question="The contact, the conversation and every message of it are deleted for good. Credits that were charged stay in the ledger."
            confirm="Erase everything"
            onConfirm={() => erase.mutate({ params })}
          >
            Erase
          </ConfirmButton>
        </Group>
      )}
    </Stack>
  )
}
