/** What `npm test -- all` sets. A plain run does a part of the long tests, drawn anew by each run's printed seed. */
export const isFullRun = process.env.TEST_ALL === '1'
