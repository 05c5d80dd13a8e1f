import type { Me, MyAccount, Role } from '@parley/contracts/session/me'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { CallError, callOpen, keepCsrfToken, request } from './api.ts'

type Session = {
  me: Me
  account: MyAccount
  switchAccount(id: string): void
  signOut(): Promise<void>
}

const SessionContext = createContext<Session | null>(null)
const chosenAccount = 'parley.account'

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is for pages of signed-in people')
  return session
}

const rank: Record<Role, number> = { viewer: 0, agent: 1, owner: 2 }
export const useMay = (role: Role): boolean => rank[useSession().account.role] >= rank[role]

/** Who is signed in; null when nobody is. */
export const useMe = () =>
  useQuery({
    queryKey: ['me'],
    queryFn: async () => {
      try {
        const me = await callOpen('GET /me')
        keepCsrfToken(me.csrfToken)
        return me
      } catch (error) {
        if (error instanceof CallError && error.status === 401) return null
        throw error
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

export function SessionProvider({ me, children }: { me: Me; children: ReactNode }) {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(() => localStorage.getItem(chosenAccount))
  const account = me.accounts.find(({ id }) => id === chosen) ?? me.accounts[0]

  const switchAccount = useCallback((id: string) => {
    localStorage.setItem(chosenAccount, id)
    setChosen(id)
  }, [])
  const signOut = useCallback(async () => {
    await request('POST', '/api/auth/sign-out').catch(() => {})
    queries.clear()
    location.assign('/')
  }, [queries])

  const session = useMemo(
    () => (account ? { me, account, switchAccount, signOut } : null),
    [me, account, switchAccount, signOut],
  )
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>
}
