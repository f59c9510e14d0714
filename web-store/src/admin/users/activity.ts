import {
  because,
  changed,
  type Entry,
  exported,
  gone,
  type Phrase,
  plain,
  type Sentences,
} from '../activity/phrases.ts'

function coins(entry: Entry): Phrase {
  const by = Math.abs(Number(entry.after?.coins) - Number(entry.before?.coins))
  const amount = `${by.toLocaleString('en-IN')} ${by === 1 ? 'coin' : 'coins'}`
  const why = because(entry.after) || '(no reason given)'
  return { did: entry.call === 'users.addCoins' ? `gave ${amount} to` : `took ${amount} from`, rest: why, whole: true }
}

export const activity: Sentences = {
  'users.update': changed,
  'users.sendAccess': plain('sent the login email again to'),
  'users.delete': gone('deleted the account of'),
  'users.addCoins': coins,
  'users.subtractCoins': coins,
  'exports.users': exported('the users'),
}
