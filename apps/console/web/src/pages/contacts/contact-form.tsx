import { Button, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../app/use-call.ts'

export function ContactForm({ onDone }: { onDone(id: string): void }) {
  const [fields, setFields] = useState({ firstName: '', lastName: '', phone: '', email: '' })
  const create = useChange('POST /contacts', {
    refetches: ['GET /contacts'],
    quiet: true,
    onSuccess: ({ contact, created }) => {
      if (!created)
        notifications.show({ message: 'There was one already with this number or address.', color: 'brand' })
      onDone(contact.id)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ body: fields })
  }
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [name]: event.currentTarget.value }),
  })
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label="First name" data-autofocus {...field('firstName')} />
        <TextInput label="Last name" {...field('lastName')} />
        <TextInput
          label="Phone"
          description="With + and the country code"
          placeholder="+44 20 7946 0958"
          {...field('phone')}
        />
        <TextInput label="E-mail" type="email" {...field('email')} />
        {create.error && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {create.error.message}
          </Text>
        )}
        <Button type="submit" loading={create.isPending}>
          Create
        </Button>
      </Stack>
    </form>
  )
}
