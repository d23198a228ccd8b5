import type { publicInventory } from '#contract/index.ts'
import {
  type Annotations,
  annotationsOf,
  derivedToolName,
  type BoundTool,
  isProposal,
  isReadOperation,
  type Tool,
  toolsOf,
} from './tools.ts'
import { compactInput, compactOutput, outputSchemaOf } from './compact-schema.ts'
import { ToolIndex } from './tool-index.ts'
import { callOperationTool, searchToolsTool } from './tool-search.ts'
import type { Routes } from '#contract/core/route.ts'
import { describedRoutes } from '#contract/descriptions/described.ts'

type Hints = Partial<Record<keyof typeof publicInventory, string>>

/**
 * The operations that answer what people ask, with what each is for. All others are found by search_tools or listed by
 * their toolset: every tool costs the model tokens in each conversation.
 */
const defaultHints: Hints = {
  getContext:
    'Overview of the organization: top and rising themes, NPS, opportunities, Projects in progress. Start here.',
  searchAnswer:
    'Ask a question about periods, segments, plans, companies or countries, such as “top complaints of enterprise ' +
    'customers this month”: counted groups with quotes and the Projects that address each.',
  search: 'Find anything by words or meaning, with ids.',
  listFeedback: 'What customers wrote, word for word.',
  listInsights: 'The single points found in feedback, with quotes; filter by theme, segment, sentiment or period.',
  listThemes: 'The subjects of the feedback with their counts.',
  getTheme: 'One theme with counts and trend.',
  listOpportunities: 'What is worth solving, by impact.',
  getOpportunity: 'One opportunity with its brief and evidence.',
  getProject: 'One Project with sections, evidence and links: the material of a brief.',
  getNps: 'The Net Promoter Score with its margin of error and drivers.',
  getCompetitorOverview: 'What is said about competitors: strengths, weaknesses, white space.',
  createChangeSet:
    'Propose changes for a person to accept or reject; until then nothing changes. search_tools shows how each write ' +
    'is proposed.',
}

const defaultName = 'default'
const allName = 'all'

/** `/support/cs/tickets` is in the toolset `support`. */
const toolsetOf = ({ operation }: BoundTool) => operation.route.path.split('/')[1]!

export class UnknownToolsetError extends Error {}

/** The tools of an inventory by name; each can be called, also when it is not listed. */
export class ToolCatalog {
  readonly byName: ReadonlyMap<string, BoundTool>
  readonly toolsets: readonly string[]
  readonly index: ToolIndex
  readonly #byDerivedName: ReadonlyMap<string, BoundTool>
  readonly #lists = new Map<string, string>()
  /** With the few descriptions that a model needs where all tools are listed; the others come with search_tools. */
  readonly #shortTools: readonly BoundTool[]
  constructor(inventory: Routes) {
    const tools = toolsOf(describedRoutes(inventory))
    this.#shortTools = toolsOf(inventory)
    this.byName = new Map(tools.map((bound) => [bound.tool.name, bound]))
    this.#byDerivedName = new Map(tools.map((bound) => [derivedToolName(bound.operation), bound]))
    this.index = new ToolIndex(tools)
    this.toolsets = [defaultName, allName, ...new Set(tools.map(toolsetOf))]
  }

  /** By its name, or the one that follows from the id of its operation. */
  find(name: string): BoundTool | undefined {
    return this.byName.get(name) ?? this.#byDerivedName.get(name)
  }

  /** The result of tools/list as text, which is long enough to be worth keeping. */
  listText(toolsets: readonly string[], write: boolean): string {
    const key = `${write} ${toolsets.join()}`
    const known = this.#lists.get(key)
    if (known !== undefined) return known
    const text = JSON.stringify({ tools: this.#list(toolsets, write) })
    if (this.#lists.size < 100) this.#lists.set(key, text)
    return text
  }

  #list(toolsets: readonly string[], write: boolean): Tool[] {
    const unknown = toolsets.find((name) => !this.toolsets.includes(name))
    if (unknown !== undefined)
      throw new UnknownToolsetError(
        `There is no toolset ${unknown.slice(0, 50)}; choose of ${this.toolsets.join(', ')}.`,
      )
    const hints: Partial<Record<string, string>> = toolsets.includes(defaultName) ? defaultHints : {}
    const isChosen = (bound: BoundTool) =>
      (write || isReadOperation(bound.operation) || isProposal(bound.operation)) &&
      (toolsets.includes(allName) || toolsets.includes(toolsetOf(bound)))
    const chosen = this.#shortTools.flatMap((bound): Tool[] => {
      const { tool } = this.byName.get(bound.tool.name)!
      if (isChosen(bound)) return [{ ...tool, outputSchema: outputSchemaOf(bound.operation.route) }]
      const hint = hints[bound.operation.id]
      return hint === undefined ? [] : [compactTool(bound, hint)]
    })
    return [...chosen, searchToolsTool, callOperationTool(write)]
  }
}

const compactTool = ({ tool, operation }: BoundTool, description: string): Tool => ({
  name: tool.name,
  description,
  inputSchema: compactInput(tool.inputSchema),
  outputSchema: compactOutput(outputSchemaOf(operation.route)),
  annotations: compactAnnotations(annotationsOf(operation)),
})

/** The other hints have no meaning for a tool that only reads. */
const compactAnnotations = ({ idempotentHint: _, ...hints }: Annotations): Annotations =>
  hints.readOnlyHint ? { readOnlyHint: true, openWorldHint: hints.openWorldHint } : hints

/** The toolsets of a comma-separated list; without one, the default. */
export const parseToolsets = (text: string | null | undefined): string[] => {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return names.length ? [...new Set(names)].sort() : [defaultName]
}
