// Checks the subjects of commits: `area: change`, at most 70 characters. `npm run check` runs it on all commits since a base commit.
import { spawnSync } from 'node:child_process'

/** Commits before this one have other subjects. */
const base = 'b7567360207268643709fa73e8b776b529120505'
const subjectMax = 70
const form = /^[\w./-]+(, [\w./-]+)*: \S/

const [since = base] = process.argv.slice(2)
const git = (...parameters: string[]) => spawnSync('git', parameters, { encoding: 'utf8' })

if (git('merge-base', '--is-ancestor', since, 'HEAD').status !== 0)
  console.log(
    `The subjects of commits were not checked: commit ${since} is not in the history. Is this a shallow clone?`,
  )
else {
  const commits = git('log', '--no-merges', '--format=%h %s', `${since}..HEAD`)
    .stdout.split('\n')
    .filter((line) => line !== '')
  const wrong = commits.filter((commit) => {
    const subject = commit.slice(commit.indexOf(' ') + 1)
    return subject.length > subjectMax || !form.test(subject)
  })
  for (const commit of wrong)
    console.error(`${commit}\n  The subject must be \`area: change\`, at most ${subjectMax} characters.`)
  if (wrong.length > 0) process.exitCode = 1
}
