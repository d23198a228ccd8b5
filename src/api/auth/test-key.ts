import { keyChecks, type settings } from '#contract/resources/settings.ts'
import type { Handlers } from '#contract/core/route.ts'
import { type FactsRow, keyFacts, readFacts } from '#domain/account/keys/queries.ts'
import { hashOf } from '#domain/account/keys/rules.ts'
import type { Ctx } from '#domain/context.ts'
import { ApiError } from '#domain/errors.ts'
import {
  loadPolicy,
  requireEnabled,
  requireMember,
  requireRole,
  requireScope,
  requireWellFormed,
  resolveOwner,
  verifyKey,
} from './authorize.ts'

type Steps = Record<(typeof keyChecks)[number], () => unknown>

export const handlers: Handlers<Pick<typeof settings, 'testApiKey'>, Ctx> = {
  async testApiKey(ctx, { key, scope }) {
    const found = readFacts(await ctx.db.first<FactsRow>(keyFacts(hashOf(key))))
    // The key of another organization is as unknown here as one that never was.
    const facts = found?.org_id === ctx.org ? found : undefined
    const { keyPrefix: prefix, region } = ctx.settings
    const steps: Steps = {
      extract: () => key,
      verify() {
        requireWellFormed(key, { prefix, region })
        verifyKey(facts)
      },
      owner: () => resolveOwner(facts!),
      policy: () => loadPolicy(facts!),
      enabled: () => requireEnabled(loadPolicy(facts!)),
      member: () => requireMember(facts!),
      role: () => requireRole(loadPolicy(facts!), requireMember(facts!)),
      scope: () => requireScope(loadPolicy(facts!), scope),
    }
    return walk(steps)
  },
}

/** In order; the first that fails leaves the others undecided. */
function walk(steps: Steps) {
  let failed = false
  const checks = keyChecks.map((check) => {
    if (failed) return { check, passed: null, code: null, message: null }
    try {
      steps[check]()
      return { check, passed: true, code: null, message: null }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failed = true
      return { check, passed: false, code: error.code, message: error.message }
    }
  })
  return { works: !failed, checks }
}
