import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'

/** A button whose deed cannot be taken back: it says what will happen and asks. */
export function ConfirmButton(props: {
  children: ReactNode
  title: string
  question: ReactNode
  confirm: string
  danger?: boolean
  size?: string
  loading?: boolean
  onConfirm(): void
}) {
  const [opened, { open, close }] = useDisclosure()
  const color = props.danger ? 'red' : undefined
  return (
    <>
      <Button
        variant={props.danger ? 'light' : 'default'}
        color={color}
        size={props.size}
        loading={props.loading}
        onClick={open}
      >
        {props.children}
      </Button>
      <Modal opened={opened} onClose={close} title={props.title} centered>
        <Text size="sm" component="div">
          {props.question}
        </Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            color={props.danger ? 'red.9' : undefined}
            data-autofocus
            onClick={() => {
              close()
              props.onConfirm()
            }}
          >
            {props.confirm}
          </Button>
        </Group>
      </Modal>
    </>
  )
}
