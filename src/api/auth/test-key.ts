import type { settings } from '#contract/resources/settings.ts'
import { keyChecks } from '#contract/resources/settings-shapes.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { type FactsRow, selectKeyFacts, parseKeyFacts } from '#domain/access/keys/queries-auth.ts'
import { secretHash } from '#domain/access/keys/rules.ts'
import { ApiError } from '#domain/errors.ts'
import {
  loadPolicy,
  requireEnabled,
  requireRole,
  requireScope,
  requireWellFormed,
  resolveOwner,
  verifyKey,
  requireMemberRole,
} from './authorize.ts'

type CheckSteps = Record<(typeof keyChecks)[number], () => unknown>

export const testKeyHandlers: Handlers<Pick<typeof settings, 'testApiKey'>> = {
  async testApiKey(ctx, { key, scope }) {
    const found = parseKeyFacts(await ctx.db.first<FactsRow>(selectKeyFacts(secretHash(key))))
    // A key of another organization is reported like an unknown key.
    const facts = found?.org_id === ctx.org ? found : undefined
    const { keyPrefix: prefix, region } = ctx.settings
    const steps: CheckSteps = {
      extract: () => key,
      verify() {
        requireWellFormed(key, { prefix, region })
        verifyKey(facts)
      },
      owner: () => resolveOwner(facts!),
      policy: () => loadPolicy(facts!),
      enabled: () => requireEnabled(loadPolicy(facts!)),
      member: () => requireMemberRole(facts!),
      role: () => requireRole(loadPolicy(facts!), requireMemberRole(facts!)),
      scope: () => requireScope(loadPolicy(facts!), scope),
    }
    return runChecks(steps)
  },
}

/** Runs the checks in order; those after the first failure stay undecided. */
function runChecks(steps: CheckSteps) {
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
