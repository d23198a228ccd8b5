import { useApiQuery } from '#web/api/hooks.ts'

/** The signed-in user; always present inside the shell. */
export function useSession() {
  const { data } = useApiQuery('getSession')
  const role = data?.role ?? 'member'
  return {
    user: data?.user,
    organization: data?.organization ?? null,
    organizations: data?.organizations ?? [],
    role,
    isAdmin: role === 'admin',
    secondFactor: data?.second_factor ?? { enabled: false, required: false },
    failingWebhooks: data?.failing_webhooks ?? 0,
  }
}
