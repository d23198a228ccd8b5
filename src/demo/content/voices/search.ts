import { topic } from './topic.ts'

export const search = [
  topic({
    about: 'search',
    key: 'tables',
    mood: 'angry',
    weight: 4,
    curve: 'steady',
    says: `
    Search [misses|does not find|skips] words [inside tables|that stand in table cells|in the columns of a table].
    [A part number|An order number|A customer name] that is in a table [never comes up|cannot be found|does not exist] when I search for it.
    I searched for <word>, which is in the third row of a table on <page>, and got [no results|nothing|zero hits].
    Anything we keep in tables is [invisible to search|lost to the search box|not searchable].
    [Why does search ignore tables?|Does search not look into tables?] Half of what we know is in tables.`,
    adds: `
    I now [scroll through the page|use the find function of the browser] instead.
    Copying the [row|cell] into a paragraph makes it appear at once.
    For a team that lives in tables this is [a real problem|a daily nuisance].`,
  }),
  topic({
    about: 'search',
    key: 'ranking',
    mood: 'angry',
    weight: 4,
    curve: 'steady',
    says: `
    Search [puts|ranks] pages from [two years ago|2023|last year] above the one I edited [this morning|yesterday|an hour ago].
    The [newest|current] version of <page> is on the [second|third] page of search results, [below archived copies|under old drafts].
    Results come in [an order nobody understands|no order I can see], the exact title match is [sixth|eighth|far down].
    When I type the exact title of a page I expect it first, not [after twelve others|below the fold].
    Old [meeting notes|drafts] [drown|bury] the page I need in the search results.`,
    adds: `
    Could recent pages [count more|come first]?
    I have started to put the year into titles [just for this|because of it].
    New colleagues [open the wrong page|follow outdated instructions] because of it.`,
  }),
  topic({
    about: 'search',
    key: 'filters',
    mood: 'asks',
    weight: 3,
    curve: 'steady',
    says: `
    Please let me filter search results by [author|who wrote the page|the person who edited last].
    I would like to [limit|narrow] a search to [one folder|one workspace|a single project].
    A date filter in search would [save me a lot of time|be very useful|help our whole team].
    Could search have a filter for [file type|attachments only|pages with open tasks]?
    [It would be great to|I wish I could] save a search with its filters and run it again [every Monday|each week].`,
    adds: `
    With <n> pages a plain word finds too much.
    Other tools have had this for years.
    Right now I scroll through everything by hand.`,
  }),
  topic({
    about: 'search',
    key: 'speed',
    mood: 'angry',
    weight: 2,
    curve: 'falling',
    says: `
    Search [takes|needs] [eight|ten|five] seconds [in our workspace|with <n> pages|every single time].
    The search box [hangs|freezes] for seconds [after the first letters|while I type].
    Searching has become [painfully slow|very slow] since we imported our old wiki.`,
    adds: `
    It used to be instant.
    We stop using it and ask each other in chat instead.`,
  }),
  topic({
    about: 'search',
    key: 'pdf',
    mood: 'asks',
    weight: 2,
    curve: 'steady',
    says: `
    Please search inside [attached PDFs|PDF attachments|the files we attach] as well.
    It would help if search could read [scans|scanned contracts|pictures of whiteboards].
    Search should find text in [Word files|presentations|attachments] and not only in pages.`,
    adds: `
    Most of our contracts are PDFs.
    I cannot remember file names, only what is in them.`,
  }),
  topic({
    about: 'search',
    key: 'praise',
    mood: 'likes',
    weight: 3,
    curve: 'steady',
    says: `
    Search is [the best part|what keeps us here]: I type two words and [the page is there|have what I need].
    [I love|We love] that search finds a page even when I [misspell|mistype] the title.
    The new quick search with the keyboard is [brilliant|a joy|wonderful].`,
    adds: `
    Finding things was why we left our old tool.
    It saves me minutes every day.`,
  }),
]
