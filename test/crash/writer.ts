import { randomUUID } from 'node:crypto'
import type { InsightFacts, Intent, Ledger, ProjectFacts, ThemeFacts } from './ledger.ts'
import type { Random } from './random.ts'
import { pause, type Reply, type HttpClient } from './http-client.ts'

/** Callbacks between the writers and the test that kills servers. */
export type WriterHooks = {
  port(): number
  sent(): void
  unavailable(reply: Reply): void
  unanswered(how: 'refused' | 'lost'): void
  isAbandoned(): boolean
}

export type WriterOptions = {
  ledger: Ledger
  httpClient: HttpClient
  random: Random
  hooks: WriterHooks
  shared: string[]
}

type BuildResponse = { project: { id: string } }

const timeoutMs = 60_000

/** A client that writes continuously. It changes only its own objects, so its acknowledged writes define their state. */
export class Writer {
  private readonly name: string
  private readonly ledger: Ledger
  private readonly httpClient: HttpClient
  private readonly random: Random
  private readonly hooks: WriterHooks
  private readonly shared: string[]
  private readonly themes: ThemeFacts[] = []
  private readonly insights: InsightFacts[] = []
  private readonly projects: ProjectFacts[] = []
  private steps = 0

  constructor(name: string, { ledger, httpClient, random, hooks, shared }: WriterOptions) {
    this.name = name
    this.ledger = ledger
    this.httpClient = httpClient
    this.random = random
    this.hooks = hooks
    this.shared = shared
  }

  async run(mayContinue: () => Promise<boolean>) {
    while (await mayContinue()) await this.step()
  }

  /** One random write, until it is acknowledged. */
  async step() {
    const themes = this.themes.filter((theme) => theme.mergedInto === null)
    const insights = this.insights.filter((insight) => !insight.deleted)
    if (this.random.upTo(3) === 0) return this.build()
    const chance = this.random.upTo(99)
    if (themes.length < 3 || chance < 12) return this.createTheme()
    if (insights.length < 3 || chance < 40) return this.createInsight(themes)
    if (chance < 55) return this.updateInsight(this.random.pick(insights))
    if (chance < 65) return this.link(this.random.pick(themes), this.random.pick(insights))
    if (chance < 75) return this.replaceThemes(this.random.pick(insights), themes)
    if (chance < 83) return this.addQuote(this.random.pick(insights))
    if (chance < 88) return this.updateTheme(this.random.pick(themes))
    if (chance < 92) return this.mergeThemes(themes)
    if (chance < 96) return this.mergeInsights(insights)
    return this.deleteInsight(this.random.pick(insights))
  }

  private unique = (what: string) => `${what} ${this.name}-${++this.steps}`

  private async createTheme() {
    const name = this.unique('theme')
    const { id } = await this.write('create theme', 'POST', '/themes', { name, notes: name })
    this.keepTheme({ id, name, notes: name, mergedInto: null })
  }

  keepTheme(theme: ThemeFacts) {
    this.themes.push(theme)
    this.ledger.themes.set(theme.id, theme)
  }

  private async createInsight(themes: ThemeFacts[]) {
    const name = this.unique('insight')
    const quote = `quote of ${name}`
    const themeIds = this.pickThemes(themes)
    const { id } = await this.write('create insight', 'POST', '/insights', {
      name,
      sentiment: this.random.pick(['POSITIVE', 'NEGATIVE', 'NEUTRAL']),
      category: 'PAIN_POINTS',
      description: name,
      quote,
      theme_ids: themeIds,
    })
    const insight = {
      id,
      name,
      description: name,
      themes: themeIds,
      quotes: [quote],
      quote,
      deleted: false,
      mergedInto: null,
    }
    this.insights.push(insight)
    this.ledger.insights.set(id, insight)
  }

  /** Sometimes includes a theme shared by all writers, for contention. */
  private pickThemes = (themes: ThemeFacts[]) => {
    const own = this.random.pick(themes).id
    return this.random.upTo(5) === 0 ? [own, this.random.pick(this.shared)] : [own]
  }

  private async updateInsight(insight: InsightFacts) {
    const description = this.unique('description')
    await this.write('update insight', 'PATCH', `/insights/${insight.id}`, { description })
    insight.description = description
  }

  private async updateTheme(theme: ThemeFacts) {
    const notes = this.unique('notes')
    await this.write('update theme', 'PATCH', `/themes/${theme.id}`, { notes })
    theme.notes = notes
  }

  private async link(theme: ThemeFacts, insight: InsightFacts) {
    await this.write('link', 'POST', `/themes/${theme.id}/insights`, { insight_ids: [insight.id] })
    insight.themes = [...new Set([...insight.themes, theme.id])]
  }

  private async replaceThemes(insight: InsightFacts, themes: ThemeFacts[]) {
    const themeIds = this.pickThemes(themes)
    await this.write('replace themes', 'PATCH', `/insights/${insight.id}/themes`, { theme_ids: themeIds })
    insight.themes = themeIds
  }

  private async addQuote(insight: InsightFacts) {
    const text = this.unique('quote')
    const is_representative = this.random.upTo(1) === 1
    await this.write('add quote', 'POST', `/insights/${insight.id}/quotes`, { text, is_representative })
    insight.quotes.push(text)
    if (is_representative) insight.quote = text
  }

  private async mergeThemes([target, source]: ThemeFacts[]) {
    await this.write('merge themes', 'POST', `/themes/${target!.id}/merge`, { source_theme_ids: [source!.id] })
    for (const theme of this.themes)
      if (theme === source || theme.mergedInto === source!.id) theme.mergedInto = target!.id
    for (const insight of this.insights)
      insight.themes = [...new Set(insight.themes.map((id) => (id === source!.id ? target!.id : id)))]
  }

  private async mergeInsights([target, source]: InsightFacts[]) {
    await this.write('merge insights', 'POST', `/insights/${target!.id}/merge`, { source_insight_ids: [source!.id] })
    target!.quotes.push(...source!.quotes)
    target!.themes = [...new Set([...target!.themes, ...source!.themes])]
    Object.assign(source!, { quotes: [], deleted: true, mergedInto: target!.id })
  }

  private async deleteInsight(insight: InsightFacts) {
    await this.write('delete insight', 'DELETE', `/insights/${insight.id}`)
    insight.deleted = true
  }

  /** Build actions on projects that only this writer changes. */
  private async build() {
    const project = this.projects.length < 3 ? undefined : this.random.pick(this.projects)
    const chance = this.random.upTo(9)
    if (!project || chance < 2) return this.createProject()
    if (chance < 4)
      return this.act(
        'update_title',
        project,
        { title: this.unique('project') },
        (fields) => (project.name = fields.title!),
      )
    if (chance < 7) return this.move(project)
    return this.act(
      'upsert_section',
      project,
      { section_key: 'overview', content: this.unique('overview') },
      (fields) => (project.overview = fields.content!),
    )
  }

  private async createProject() {
    const title = this.unique('project')
    const { project } = await this.write<BuildResponse>('build project create', 'POST', '/build/projects', {
      action: 'create',
      title,
    })
    const facts = { id: project.id, name: title, status: 'not_started', overview: '', moves: 0 }
    this.projects.push(facts)
    this.ledger.projects.set(facts.id, facts)
  }

  private async move(project: ProjectFacts) {
    const status = this.random.pick(
      ['not_started', 'in_progress', 'completed'].filter((other) => other !== project.status),
    )
    await this.act('update_status', project, { status }, () =>
      Object.assign(project, { status, moves: project.moves + 1 }),
    )
  }

  private async act(
    action: string,
    { id }: ProjectFacts,
    fields: Record<string, string>,
    keep: (fields: Record<string, string>) => void,
  ) {
    await this.write<BuildResponse>(`build project ${action}`, 'POST', '/build/projects', {
      action,
      project_id: id,
      ...fields,
    })
    keep(fields)
  }

  private async write<Answer = { id: string }>(
    what: string,
    method: Intent['method'],
    path: string,
    body?: object,
  ): Promise<Answer> {
    const intent: Intent = {
      key: randomUUID(),
      what,
      method,
      path: `/api/v1${path}`,
      lostResponses: 0,
      ...(body && { body }),
    }
    this.ledger.intents.push(intent)
    const tries: string[] = []
    const giveUpAt = Date.now() + timeoutMs
    while (Date.now() < giveUpAt && !this.hooks.isAbandoned()) {
      const reply = await this.attempt(intent, tries)
      if (reply) return this.acknowledge(intent, reply) as Answer
    }
    throw new Error(
      `${what} was not acknowledged within ${timeoutMs} ms: ${tries.length} attempts, last ${tries.slice(-5).join(', ')}`,
    )
  }

  /** Returns nothing when the write must be retried with the same key. */
  private async attempt(intent: Intent, tries: string[]): Promise<Reply | undefined> {
    const sending = this.httpClient.send(this.hooks.port(), { ...intent, idempotencyKey: intent.key })
    this.hooks.sent()
    const outcome = await sending
    tries.push(
      outcome.kind === 'answered' ? `${outcome.reply.status} ${outcome.reply.text.slice(0, 120)}` : outcome.kind,
    )
    if (outcome.kind === 'lost') intent.lostResponses++
    if (outcome.kind !== 'answered') {
      this.hooks.unanswered(outcome.kind)
      return void (await pause(10))
    }
    const { status, text } = outcome.reply
    if (status === 503) {
      this.hooks.unavailable(outcome.reply)
      // The write may have been committed before the database connection broke.
      intent.lostResponses++
      return void (await pause(25))
    }
    // A killed server's transaction holds its lock until PostgreSQL notices.
    if (status === 409 && intent.lostResponses > 0 && text.includes('IDEMPOTENCY_CONFLICT'))
      return void (await pause(25))
    return outcome.reply
  }

  private acknowledge(intent: Intent, { status, text, headers }: Reply): unknown {
    if (status >= 300) {
      this.ledger.unexpectedResponses.push(
        `${intent.what} (${intent.method} ${intent.path}) got ${status} ${text.slice(0, 300)}`,
      )
      throw new Error(this.ledger.unexpectedResponses.at(-1))
    }
    this.ledger.acknowledge(intent, { status, text, replayed: headers['idempotency-replayed'] === 'true' })
    return JSON.parse(text)
  }
}
