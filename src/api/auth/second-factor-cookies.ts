import { currentKey, type SecretOrKeys } from '#store/secret-keys.ts'
import { vaultFor } from '#store/vault.ts'
import { cookieName, isSecure } from './auth-config.ts'
import { cookieOf, setCookie } from './cookies.ts'
import { signValue, verifySigned } from './signed-value.ts'

const pendingSeconds = 600
const trustedSeconds = 30 * 24 * 60 * 60

/** A person whose password was right, until the code is. */
type AwaitedCode = { user: string; email: string; until: number }

const secondsNow = () => Math.floor(Date.now() / 1000)

/** The cookies between password and code, and of browsers that need no code. */
export function secondFactorCookies(secret: SecretOrKeys, publicUrl: string) {
  const [pending, trusted] = [cookieName('second_factor', publicUrl), cookieName('trusted', publicUrl)]
  const secure = isSecure(publicUrl)
  const vault = vaultFor(secret)
  const context = 'second factor'
  /** Bound to the set-up: a new one trusts no browser. */
  const purpose = (user: string, setup: string) => `trusted\n${user}\n${setup}\n`
  return {
    ask: ({ user, email }: Pick<AwaitedCode, 'user' | 'email'>) => {
      const content: AwaitedCode = { user, email, until: secondsNow() + pendingSeconds }
      const sealed = vault.seal(JSON.stringify(content), context).toString('base64url')
      return setCookie(pending, sealed, { maxAge: pendingSeconds, secure })
    },
    asked(cookies: string | undefined): AwaitedCode | undefined {
      try {
        const sealed = Buffer.from(cookieOf(cookies, pending) ?? '', 'base64url')
        const content = JSON.parse(vault.open(sealed, context)) as AwaitedCode
        return content.until > secondsNow() ? content : undefined
      } catch {
        return undefined
      }
    },
    forget: () => setCookie(pending, '', { maxAge: 0, secure }),
    trust: (user: string, setup: string) => {
      const value = signValue(String(secondsNow() + trustedSeconds), currentKey(secret), purpose(user, setup))
      return setCookie(trusted, value, { maxAge: trustedSeconds, secure })
    },
    isTrusted(cookies: string | undefined, user: string, setup: string): boolean {
      const until = verifySigned(cookieOf(cookies, trusted), secret, purpose(user, setup))
      return until !== undefined && Number(until) > secondsNow()
    },
  }
}
