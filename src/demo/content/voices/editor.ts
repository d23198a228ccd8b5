import { topic } from './topic.ts'

export const editor = [
  topic({
    about: 'editor',
    key: 'long',
    mood: 'angry',
    weight: 4,
    curve: 'steady',
    says: `
    Typing [lags|is delayed] by [a second|half a second] on [very long pages|pages with many blocks|our incident log].
    Pages with more than [a hundred|two hundred] blocks [become slow|stutter while scrolling|freeze the browser].
    <page> has grown long and now every key press [takes a moment|comes late].`,
    adds: `
    Splitting the page breaks our process.
    It happens in <browser> and <browser2>.`,
  }),
  topic({
    about: 'editor',
    key: 'tables',
    mood: 'asks',
    weight: 4,
    curve: 'steady',
    says: `
    Tables need [merged cells|fixed header rows|column sums|sorting].
    I would like to [sort a table by date|freeze the first column|drag rows] like in a spreadsheet.
    Please let us [colour cells|resize all columns at once|number rows automatically].
    Is there a way to [add up a column|calculate in a table]?`,
    adds: `
    We go back to spreadsheets for that.
    It would make tables complete.`,
  }),
  topic({
    about: 'editor',
    key: 'paste',
    mood: 'angry',
    weight: 3,
    curve: 'steady',
    says: `
    Pasting from [Word|mail|a web page] brings [wrong fonts|grey backgrounds|empty lines everywhere].
    When I paste a list [the numbers are lost|every line becomes a block of its own|the indentation is gone].
    Pasted [code|snippets] [lose their line breaks|turn into one line].`,
    adds: `
    I paste into a plain editor first to clean it.
    It costs time on every report.`,
  }),
  topic({
    about: 'editor',
    key: 'undo',
    mood: 'angry',
    weight: 3,
    curve: 'steady',
    says: `
    Undo [removes too much|also deletes the paragraph before|jumps to another page].
    After moving a block, undo [does nothing|brings the block back twice].
    I dragged a block by accident and it [landed inside another one|disappeared], undo [did not bring it back|was of no use].`,
    adds: `
    I am afraid to move anything now.
    Can be repeated every time.`,
  }),
  topic({
    about: 'editor',
    key: 'shortcuts',
    mood: 'asks',
    weight: 3,
    curve: 'steady',
    says: `
    Please let me [change|define my own] keyboard shortcuts.
    A shortcut for [strike through|moving a line up|inserting today's date] would be [nice|great].
    I would love [a focus mode|a typewriter mode|a word count] [for long texts|while writing].
    Formulas [in LaTeX|with proper equations] would make this perfect for [physics|my thesis].`,
    adds: `
    I write long texts all day without the mouse.
    The editor I had before could do that.`,
  }),
  topic({
    about: 'editor',
    key: 'comments',
    mood: 'asks',
    weight: 3,
    curve: 'steady',
    says: `
    Comments should [be resolved|show who resolved them|stay when the text changes].
    Please let me [mention a group|react to a comment|comment on a picture].
    I get a mail for every comment, could they be [bundled|sent once a day]?
    Suggest mode [as in other editors|with accept and reject] is what our reviewers [miss most|ask for].`,
    adds: `
    Reviews happen in mail because of it.
    We are five people on each page.`,
  }),
  topic({
    about: 'editor',
    key: 'praise',
    mood: 'likes',
    weight: 5,
    curve: 'steady',
    says: `
    The editor [gets out of the way|is a pleasure|feels fast], I [write more since I have it|enjoy writing again].
    [Love|I love] the slash menu and the shortcuts, [everything is where I expect it|I hardly need the mouse].
    The cleanest editor I have used, [nothing distracts|simple and quick].`,
    adds: `
    My whole team switched for the editor.
    I forget that it is there, which is praise.`,
  }),
]
