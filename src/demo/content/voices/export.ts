import { topic } from './topic.ts'

export const exporting = [
  topic({
    about: 'export',
    key: 'pdf',
    mood: 'angry',
    weight: 5,
    curve: 'steady',
    says: `
    PDF export [cuts off|drops|loses] the last columns of [wide tables|a wide table].
    In the exported PDF [pictures are missing|images turn into grey boxes|headings stand alone at the end of a page].
    The PDF of <page> has [page breaks in the middle of a table|text over the pictures|half a line at the top of each page].
    Exporting a long page to PDF [stops with an error|runs forever|gives an empty file].`,
    adds: `
    I take screenshots instead, which looks unprofessional.
    Our customer noticed before we did.
    Printing from the browser has the same fault.`,
  }),
  topic({
    about: 'export',
    key: 'whole',
    mood: 'asks',
    weight: 4,
    curve: 'steady',
    says: `
    Please add an export of the whole workspace [with attachments|in one file|including pictures].
    I need to export [a folder with all its subpages|a whole project] as one [PDF|document], not page by page.
    We need a [regular backup|nightly backup] of everything [to our own storage|outside of your servers].
    Export stops at [two hundred|five hundred] pages, and we have <n>.`,
    adds: `
    Our compliance rules ask for a copy of everything.
    At the moment I export page by page.`,
  }),
  topic({
    about: 'export',
    key: 'word',
    mood: 'asks',
    weight: 3,
    curve: 'steady',
    says: `
    Word export should keep [numbered headings|footnotes|comments|our template].
    Could you export to Word with [tracked changes|comments]? Our [lawyers|partners] only work in Word.
    Markdown export loses [tables|task lists|image captions].`,
    adds: `
    I reformat for an hour each time.
    Copy and paste is even worse.`,
  }),
  topic({
    about: 'export',
    key: 'import',
    mood: 'angry',
    weight: 3,
    curve: 'falling',
    says: `
    Importing from [our old wiki|another tool|a zip file] [broke all links between pages|lost the attachments|put everything in one folder].
    The import [stopped at 80 percent|failed halfway] and left [half of the pages|hundreds of empty pages].
    After the import [umlauts are question marks|dates are wrong|all authors are me].`,
    adds: `
    We fixed it by hand for three days.
    A dry run would have helped.`,
    sources: ['zendesk', 'intercom', 'survey'],
  }),
  topic({
    about: 'export',
    key: 'praise',
    mood: 'likes',
    weight: 1,
    curve: 'steady',
    says: `
    The Markdown export is [clean|excellent], I moved my blog with it in an evening.
    Good to know that I can get everything out at any time, [that is why I stay|others lock you in].`,
    adds: `
    Keep it that way.`,
  }),
]
