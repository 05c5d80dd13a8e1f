import { Box, Button, Grid, Group, Text } from '@mantine/core'
import type { PlaygroundExchange } from '@parley/contracts/session/playground'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall, useChange } from '../../app/use-call.ts'
import { ErrorState } from '../../kit/error-state.tsx'
import { Page } from '../../kit/page.tsx'
import { Chat } from './chat.tsx'
import { Passport } from './passport.tsx'

const visitorKey = 'parley.visitor'
const newVisitor = () => `visitor-${crypto.randomUUID().slice(0, 8)}`

export default function PlaygroundPage() {
  const [visitor, setVisitor] = useState(() => sessionStorage.getItem(visitorKey) ?? remember(newVisitor()))
  const [selected, setSelected] = useState<string>()
  const [exchanges, setExchanges] = useState<Record<string, PlaygroundExchange>>({})
  const state = useCall('GET /playground', { query: { visitor } }, { live: true, refetchIntervalMs: 10_000 })
  const send = useChange('POST /playground/messages', {
    refetches: ['GET /playground'],
    onSuccess: (exchange) => {
      setExchanges((known) => ({ ...known, [exchange.messageId]: exchange }))
      setSelected(exchange.messageId)
    },
  })

  const startOver = () => {
    setVisitor(remember(newVisitor()))
    setSelected(undefined)
  }

  if (state.isError) return <ErrorState error={state.error} onRetry={() => state.refetch()} />
  const lastIncoming = state.data?.messages.findLast(({ direction }) => direction === 'incoming')
  const shown = selected ?? lastIncoming?.id
  return (
    <Page
      title="Playground"
      wide
      hint="Play a customer on your own platform: write a message and watch it travel. No API key is needed, and your webhook is left alone."
      actions={
        <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={startOver}>
          New conversation
        </Button>
      }
    >
      <Grid gap="lg" align="stretch">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Chat
            state={state.data}
            sending={send.isPending ? send.variables.body.body : undefined}
            selected={shown}
            onSelect={setSelected}
            onSend={(body) => send.mutate({ body: { visitor, body } })}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Box>
            <Group mb="xs">
              <Text component="h2" fw={600}>
                What happened
              </Text>
            </Group>
            <Passport messageId={shown} exchange={shown ? exchanges[shown] : undefined} state={state.data} />
          </Box>
        </Grid.Col>
      </Grid>
    </Page>
  )
}

function remember(visitor: string): string {
  sessionStorage.setItem(visitorKey, visitor)
  return visitor
}
