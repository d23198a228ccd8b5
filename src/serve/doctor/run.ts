import { parseArgs } from 'node:util'
import { deprecatedSettings } from '#config/aliases.ts'
import { ConfigError } from '#config/errors.ts'
import { readConfig } from '#config/read.ts'
import type { Config, Environment } from '#config/types.ts'
import { checkDatabase } from './database.ts'
import { failed, type DoctorFinding, type CheckResult, ok, warning } from './finding.ts'
import { checkDisk, checkModel, checkPort, checkVersions } from './machine.ts'
import { checkLanguageModel, checkMail, checkProxy, checkSingleSignOn, checkTraces } from './network.ts'

const exitFailed = 1

/** `earshot doctor`: what keeps this installation from working, each with what to do. */
export async function runDoctor(argv: string[], environment: Environment = process.env): Promise<number> {
  const { values } = parseArgs({ args: argv, options: { json: { type: 'boolean' } }, strict: true })
  const findings: DoctorFinding[] = []
  for await (const finding of examine(environment)) {
    findings.push(finding)
    if (!values.json) process.stdout.write(textOf(finding))
  }
  const count = (status: DoctorFinding['status']) => findings.filter((one) => one.status === status).length
  if (values.json) process.stdout.write(`${JSON.stringify({ findings })}\n`)
  else process.stdout.write(`\n${count('failed')} failed, ${count('warning')} warnings, ${count('ok')} ok\n`)
  return count('failed') > 0 ? exitFailed : 0
}

function textOf({ subject, status, text, hint }: DoctorFinding): string {
  const mark = { ok: 'ok', warning: 'WARNING', failed: 'FAILED', skipped: '-' }[status]
  return `${mark.padEnd(8)} ${subject.padEnd(16)} ${text}\n${hint === undefined ? '' : `${' '.repeat(26)}${hint}\n`}`
}

/** All checks, in the order in which an operator would repair. */
export async function* examine(environment: Environment): AsyncGenerator<DoctorFinding> {
  yield { subject: 'versions', ...checkVersions() }
  let config: Config
  try {
    config = readConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const { name, reason, example } of error.problems)
      yield { subject: 'configuration', ...failed(`${name}: ${reason}`, `For example ${name}=${example}.`) }
    return
  }
  for (const found of checkSettings(environment)) yield { subject: 'configuration', ...found }
  yield { subject: 'port', ...(await checkPort(config)) }
  for (const found of await checkProxy(config)) yield { subject: 'proxy', ...found }
  yield { subject: 'disk', ...(await checkDisk(config)) }
  yield* checkDatabase(config)
  yield { subject: 'mail', ...(await checkMail(config)) }
  yield { subject: 'single sign-on', ...(await checkSingleSignOn(config)) }
  yield { subject: 'model', ...(await checkModel(config)) }
  yield { subject: 'language model', ...(await checkLanguageModel(config)) }
  yield { subject: 'traces', ...(await checkTraces(config)) }
}

function checkSettings(environment: Environment): CheckResult[] {
  const deprecated = deprecatedSettings(environment)
  if (deprecated.length === 0) return [ok('all settings can be read')]
  return deprecated.map(({ setting, replacement }) =>
    warning(`${setting} is deprecated`, `Set ${replacement} instead.`),
  )
}
