import { Badge, Box, Button, Drawer, Group, Loader, Select, Table, Tabs, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconDownload, IconSearch, IconUpload, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import { addressOf, callAccount } from '../../app/api.ts'
import { useMay, useSession } from '../../app/session.tsx'
import { useCall } from '../../app/use-call.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { Page } from '../../kit/page.tsx'
import { shortTime } from '../../kit/time.ts'
import { ContactForm } from './contact-form.tsx'
import { ContactPanel } from './contact-panel.tsx'
import { ImportWizard } from './import-wizard.tsx'
import { Lists } from './lists.tsx'

export default function ContactsPage() {
  const [, navigate] = useLocation()
  const [isLists] = useRoute('/contacts/lists')
  return (
    <Page title="Contacts">
      <Tabs
        value={isLists ? 'lists' : 'people'}
        onChange={(tab) => navigate(tab === 'lists' ? '/contacts/lists' : '/contacts')}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="people">People</Tabs.Tab>
          <Tabs.Tab value="lists">Lists</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="people">
          <People />
        </Tabs.Panel>
        <Tabs.Panel value="lists">
          <Lists />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

function People() {
  const { account } = useSession()
  const mayEdit = useMay('agent')
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, 250)
  const [list, setList] = useState<string | null>(null)
  const [open, setOpen] = useState<string | 'new' | 'import'>()
  const lists = useCall('GET /lists', {})
  const query = { search, ...(list && { list }) }
  const contacts = useInfiniteQuery({
    queryKey: [account.id, 'GET /contacts', search, list],
    queryFn: ({ pageParam }) => callAccount(account.id, 'GET /contacts', { query: { ...query, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const items = contacts.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <Group mb="md" gap="sm">
        <TextInput
          type="search"
          aria-label="Search contacts"
          placeholder="Name, e-mail, phone or id"
          leftSection={<IconSearch size={16} aria-hidden />}
          style={{ flex: '1 1 220px' }}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Select
          aria-label="List"
          placeholder="All lists"
          clearable
          w={170}
          value={list}
          onChange={setList}
          data={(lists.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        {mayEdit && (
          <>
            <Button
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
              onClick={() => setOpen('import')}
            >
              Import
            </Button>
            <Button
              variant="default"
              component="a"
              href={addressOf(account.id, 'GET /contacts.csv', { query })}
              download
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              Export
            </Button>
            <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
              New contact
            </Button>
          </>
        )}
      </Group>
      {contacts.isError ? (
        <ErrorState error={contacts.error} onRetry={() => contacts.refetch()} />
      ) : contacts.isPending ? (
        <Group justify="center" p="xl">
          <Loader aria-label="Loading contacts" />
        </Group>
      ) : items.length === 0 ? (
        <EmptyState icon={IconUsers} title={search || list ? 'Nobody matches' : 'No contacts yet'}>
          {search || list
            ? 'Try fewer letters, or another list.'
            : 'They appear when somebody writes, or you add or import them.'}
        </EmptyState>
      ) : (
        <Box>
          <Table.ScrollContainer minWidth={640}>
            <Table highlightOnHover verticalSpacing="sm">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Name</Table.Th>
                  <Table.Th>Phone</Table.Th>
                  <Table.Th>E-mail</Table.Th>
                  <Table.Th>Id on the platform</Table.Th>
                  <Table.Th>Since</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((contact) => (
                  <Table.Tr key={contact.id}>
                    <Table.Td>
                      <Group gap={8} wrap="nowrap">
                        <Button variant="subtle" size="compact-sm" px={0} onClick={() => setOpen(contact.id)}>
                          {contact.name}
                        </Button>
                        {contact.doNotDisturb && (
                          <Badge size="xs" color="orange" variant="light">
                            Do not disturb
                          </Badge>
                        )}
                        {!contact.botEnabled && (
                          <Badge size="xs" variant="default">
                            Bot off
                          </Badge>
                        )}
                      </Group>
                    </Table.Td>
                    <Table.Td>{contact.phone}</Table.Td>
                    <Table.Td>{contact.email}</Table.Td>
                    <Table.Td maw={200}>
                      <Text size="sm" truncate>
                        {contact.externalId}
                      </Text>
                    </Table.Td>
                    <Table.Td>{shortTime(contact.createdAt)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          {contacts.hasNextPage && (
            <Group justify="center" mt="md">
              <Button variant="default" loading={contacts.isFetchingNextPage} onClick={() => contacts.fetchNextPage()}>
                Show more
              </Button>
            </Group>
          )}
        </Box>
      )}
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        position="right"
        size={open === 'import' ? 'lg' : 'md'}
        title={open === 'new' ? 'New contact' : open === 'import' ? 'Import contacts' : 'Contact'}
      >
        {open === 'new' && <ContactForm onDone={setOpen} />}
        {open === 'import' && <ImportWizard lists={lists.data ?? []} />}
        {open?.startsWith('con_') && (
          <ContactPanel id={open} lists={lists.data ?? []} onGone={() => setOpen(undefined)} />
        )}
      </Drawer>
    </>
  )
}
