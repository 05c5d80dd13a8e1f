import type { Me, MyAccount } from '@parley/contracts/session/me'
import { type Icon, IconFlask } from '@tabler/icons-react'
import { type ComponentType, lazy } from 'react'

export type PageEntry = {
  path: string
  title: string
  icon: Icon
  inMenu: boolean
  mayOpen(account: MyAccount, me: Me): boolean
  component: ComponentType
}

const agents = ({ role }: MyAccount) => role !== 'viewer'

/** Every page, in the order of the menu. Each is loaded when it is first opened. */
export const pages: PageEntry[] = [
  {
    path: '/playground',
    title: 'Playground',
    icon: IconFlask,
    inMenu: true,
    mayOpen: agents,
    component: lazy(() => import('../pages/playground/playground-page.tsx')),
  },
]
