import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { auth } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { toast } from '#web/ui/overlays/toast.tsx'

export function useSignOut() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  return () => {
    auth('POST', '/sign-out').then(
      () => {
        cache.clear()
        void navigate({ to: '/sign-in' })
      },
      (error) => toast({ tone: 'bad', title: errorMessage(error) }),
    )
  }
}
