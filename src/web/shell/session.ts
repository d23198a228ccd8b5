import { useRoute } from '#web/api/hooks.ts'

/** Who is signed in; inside the shell there is always somebody. */
export function useSession() {
  const { data } = useRoute('getSession')
  const role = data?.role ?? 'member'
  return {
    user: data?.user,
    organization: data?.organization ?? null,
    organizations: data?.organizations ?? [],
    role,
    isAdmin: role === 'admin',
  }
}
