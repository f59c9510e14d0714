import { up as first } from './20261127043601_search_fold.ts'

const before = first
  .slice(first.indexOf('create function'), first.indexOf('create index'))
  .replace('create function', 'create or replace function')

/** Signs for letters without their vowel, Bengali and Malayalam, and what older texts write: the letter, a halant and a joiner. */
const BARE_LETTERS = { ৎ: 'ত্', ൔ: 'മ്', ൕ: 'യ്', ൖ: 'ഴ്', ൺ: 'ണ്', ൻ: 'ന്', ർ: 'ര്', ൽ: 'ല്', ൾ: 'ള്', ൿ: 'ക്' }

const replaced = Object.entries(BARE_LETTERS).reduce(
  (sql, [sign, older]) => `replace(${sql}, '${sign}', '${older}')`,
  'folded',
)

const step = `if folded ~ '[${Object.keys(BARE_LETTERS).join('')}]' then
    folded := ${replaced};
  end if;`

/** An index stores texts as the function of its day folded them. */
const reindexed = ['users_name_fold', 'users_email_fold', 'courses_name_fold', 'activity_words_fold']
  .map((index) => `reindex index ${index};`)
  .join('\n')

/** Adds one spelling of letters without their vowel to `search_fold`, which folds the rest as before. */
export const up = `
${before.replace("if position('", `${step}\n  if position('`)}
${reindexed}
`

export const down = `
${before}
${reindexed}
`
