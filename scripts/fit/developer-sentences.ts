import { type Labelled, lines } from './forms.ts'

/* Templates of texts by developers, written for this purpose: answers, review comments and issue reports. */

const comments: readonly Labelled[] = [
  ...lines(
    'other',
    'NEUTRAL',
    `
    You [can|could|need to] [call|use|override] [the constructor|a left join|setTimeout] [instead|before the loop|in the base class].
    [Try|Use|Replace it with] [this|the following]: [select count from the table|foo.bar(x)|a prepared statement].
    [What|Which] [version|framework|database] [are you using|do you have|does it run on]?
    How [do I|can I|would you] [parse a date|sort a list of lists|redirect to another page] in [Python|Java|PHP]?
    I [have|am writing] a [class|script|table] that [reads|stores] [user names|XML files] and [want|need] to [split it|pass it to a function].
    The [method|function|query] [returns|takes] [a pointer|two arguments|null] [when|if] [the key is missing|called twice].
    [See|Here is] the [documentation|link|related question] [for details|about threads].
    [Is there|Does anyone know] a way to [cast a string|run two tasks in parallel|bind a list to a grid]?
    [Attached|Updated|Committed] [the patch|a test|to trunk] [in revision 4711|against version 2.1].
    [Closing|Reopening|Moving] [as duplicate|this issue|to the next release] [of 1234|for now].
    [Did you|Have you] [check|checked|tried] the [log|header|type of the variable]?
    The [error|exception] [is thrown|occurs] [because|when] the [index is zero|file is open], so [check it first|close it before].
    [If I am not mistaken|As far as I know|I think] [this is|it is] [allowed since C++11|the default|undefined behaviour].
    [It|This] [depends on|should be] [what you want to do|the size of the table|done in the controller].
    I [would|'d] [put|move] [this|the check] in [a separate class|the constructor].
    [I get|It gives me|This throws] [an error|a null pointer|error 404] [when I compile|on the second call|in Chrome], [here is my code|what am I missing|any ideas?].
    [The problem|The issue] is that [the loop runs twice|the array is empty|the path is relative], [set it before you open the file|use an absolute one].
    [My code|The page|This query] [does not work|fails|stops] [when the list is empty|on line 12], [how can I fix it|what should I change]?
    [It is not possible to|You can't|There is no way to] [do that in CSS|override a static method], [use a flag|you need a wrapper].
    [Wrong|Bad] [thread|number of arguments|format]: [the third parameter|the second column] [is an integer|must not be null].
    [Sure|Yes|No], [it runs in the same process|that is the default|they are compiled to the same code].
    [Just|Simply] [add|remove|rename] [the import|the semicolon|that line] and [restart the server|it will compile].
    [Done|Fixed|Merged] [in the trunk|on the branch|in 2.3], [will be in the next build|see the log].`,
  ),
  ...lines(
    'other',
    'POSITIVE',
    `
    [Thanks|Thank you|Thanks a lot], [that worked|that did the trick|exactly what I needed]!
    [Great|Excellent|Nice|Brilliant] [answer|explanation|question|catch], [+1|upvoted|learned something new].
    [Glad|Happy] [it helped|I could help|you sorted it out] :)
    I [love|really like] [this library|your approach|how simple it is], [works like a charm|saved me hours].
    [Good luck|Hope this helps|Cheers|Welcome to the site]!
    [Works|Worked] [perfectly|great|like a charm] [for me|on my machine], [many thanks|well done].
    [+1|Looks good to me|LGTM], [nice work|clean patch|ship it].
    [I hope|Hopefully] [this helps|that helps you|someone finds it useful], [good luck|happy coding|cheers]!
    [Really|Very|Super] [useful|helpful|elegant] [trick|post|library], [saved my day|wish I had known earlier|recommended].
    [Sweet|Perfect|Fantastic], [that fixed it|it works now|problem solved]. [Thanks|You rock|Thank you so much]!
    [Much|So much] [better|cleaner|nicer] than [mine|the accepted answer], [I like it|beautiful].
    You are [right|welcome|absolutely right], [thanks for the correction|my pleasure|good point].
    [Any help|Your help] [is much appreciated|would be greatly appreciated|is very welcome], [thanks in advance|thank you].
    I am [glad|happy|so pleased] [to see this merged|that you like it|it is out], [great job|well done everyone].
    [Wow|Cool|Awesome], [did not know that|this is so much faster], [thanks|great tip] :-)`,
  ),
  ...lines(
    'other',
    'NEGATIVE',
    `
    [I hate|I can't stand|I am sick of] [this API|working with dates|that IDE], [it drives me crazy|what a mess].
    [Sorry|I'm afraid|Unfortunately], [this is wrong|that is not possible|it does not help me] :(
    [This is|That is] [a terrible idea|horrible code|plain wrong|an ugly hack] and [will bite you|nobody should use it].
    [Spent|Wasted] [two days|hours] on this, [driving me nuts|still stuck|I give up].
    The [documentation|error message] is [useless|awful|a joke], [who wrote this|as always].
    [Damn|Argh|Ugh], [I missed that|my bad|it broke again].
    I am [really worried|confused|disappointed|frustrated] [about this change|by the lack of answers].
    [Why on earth|How the hell] would [anyone do that|they remove it]?
    [My|The] [biggest|main] [gripe|fear|worry] is [that nobody maintains it|losing all the data|how ugly it gets].
    [This|It] [sucks|stinks|is a pain|is really annoying], [I feel your pain|everybody hates it|no idea why they did that].
    [I'm|I am] [ashamed|embarrassed|so stupid|afraid] [I did not see that|to say it|that won't work].
    [Horrible|Terrible|Nasty|Awful] [syntax|performance|design|hack], [never use it|avoid it|please don't].
    [Nothing works|Still no luck|Tried everything], I am [going crazy|desperate|losing my mind].
    [Please stop|Stop] [spamming|posting the same thing|breaking the build]. [This is getting ridiculous|Read the rules|-1].
    [Too bad|What a shame|It is a shame] [it is so slow|nobody answers|they dropped it] :(
    [I don't like|I really dislike|I'm not a fan of] [this style|magic numbers|that approach], [it is confusing|too fragile].
    [Annoyingly|Sadly], [it fails silently|there is no fix for this|they broke it again] :-(`,
  ),
]

const issues: readonly Labelled[] = [
  ...lines(
    'bug',
    'NEGATIVE',
    `
    [TypeError|Segmentation fault|NullPointerException] when [calling save twice|loading a large model|the list is empty]. Steps to reproduce: [run the example|open the page and click delete]. Expected: [no error|the row is removed]. Actual: [it throws|nothing happens].
    [Regression|Bug]: [memory leak|crash|wrong result] in [version 3.2|the latest release] [on Windows|with Python 3.11], worked in [3.1|the previous version].
    [The build|The extension|Autocomplete] [fails|crashes|stopped working] [after upgrading|since the last release] [on macOS|in the container], stack trace [below|attached].
    [Wrong|Incorrect] [output|colour|rounding] when [the input is negative|the window is resized], [reproducible every time|see screenshot].
    [Deadlock|Race condition|Infinite loop] [in the scheduler|when two threads write], [hangs forever|have to kill the process].
    [Describe the bug|What happened]: the [cursor|image|file] is [not updated|cut off|written twice] [on reload|after undo].`,
  ),
  ...lines(
    'feature',
    'NEUTRAL',
    `
    [Feature request|Proposal|Enhancement]: [add|support|allow] [an option to disable the cache|custom loaders|async callbacks] [in the config|for plugins].
    [It would be useful|It would be nice] to [have|expose|support] [a hook for that|this in the public API|sparse tensors]. [Is your feature related to a problem?|Describe the solution you'd like.]
    [Add|Support|Introduce] [a setting for the tab width|TypeScript definitions|a command to sort lines|batched inference].
    [Consider|Please consider] [adding|exposing] [a flag|an event|an overload] [for this|so that users can override it], [I am willing to contribute|the alternative is a workaround].
    [Currently|Right now] there is no [way|option] to [skip the check|set a timeout|rename in place], [an argument for it would help|suggest adding one].`,
  ),
  ...lines(
    'other',
    'NEUTRAL',
    `
    [Question|Help wanted]: how [do I|can I|should one] [train on my own images|configure two screens|use it with a proxy]?
    [What is|Can someone explain] the [difference between these two|meaning of this parameter|recommended way to load data]? I [read the docs|searched the forum] and [could not tell|found two answers].
    [Is it|Would it be] possible to [run this on a phone|use version 4 with Java 17]? I [want|would like] to know [before I start|how others do it].
    I [want to|am trying to] [convert a model|combine two images|build from source] and [do not understand the second step|wonder which function to call].
    [Any idea|Does anybody know] [when the next version comes|where the settings are stored|why this is the default]?
    [System information|Environment]: [Ubuntu 22.04|Windows 11], [version 2.8|built from source]. [How can I get the coordinates|How to save the result] [of each box|to a file]?`,
  ),
]

export const developerSentences: readonly Labelled[] = [...comments, ...issues]
