import { useQueryClient } from '@tanstack/react-query'
import { callAuth } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { toast } from '#web/toasts.ts'

export function useSignOut() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  return () => {
    callAuth('POST', 'sign-out').then(
      () => {
        cache.clear()
        void navigate(paths.signIn())
      },
      (error) => toast({ tone: 'bad', title: errorMessage(error) }),
    )
  }
}
