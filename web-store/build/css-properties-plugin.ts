import { createSystem, defaultBaseConfig } from '@chakra-ui/react'
import type { Plugin } from 'vite'

const LIST = /(var cssPropertiesStr = ")([^"]+)(";)/

/**
 * Chakra asks its own utilities for a style prop before it asks `@pandacss/is-valid-prop`: the names that both know are taken out of
 * that list, which every page carries.
 */
export function fewerCssProperties(): Plugin {
  return {
    name: 'fewer-css-properties',
    transform(code, id) {
      if (!/is-valid-prop\/dist\/index\.mjs/.test(id)) return undefined
      const list = LIST.exec(code)?.[2]
      if (list === undefined)
        throw new Error('@pandacss/is-valid-prop has another form: look at css-properties-plugin.ts')
      const known = new Set<string>(createSystem(defaultBaseConfig).utility.keys())
      const rest = list.split(',').filter((name) => !known.has(name))
      return { code: code.replace(LIST, (_whole, before, _names, after) => before + rest.join() + after), map: null }
    },
  }
}
