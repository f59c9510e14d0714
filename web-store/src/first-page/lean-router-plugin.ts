import type { Plugin } from 'vite'

/**
 * Parts of React Router for frameworks, data routers and forms, which are unused, and how to remove them: a bundler
 * drops a component only if nothing names it, and a `displayName` names it.
 */
const cuts: [from: string, to: string][] = [
  ['usePrefetchBehavior(\n      prefetch,\n      rest\n    );', '[false, null, {}];'],
  [
    'shouldPrefetch && !isAbsolute ? /* @__PURE__ */ React10.createElement(React10.Fragment, null, link, /* @__PURE__ */ React10.createElement(PrefetchPageLinks, { page: href })) : link',
    'link',
  ],
  [
    'dataRouterState && (match.route.ErrorBoundary || match.route.errorElement || index === 0) ? /* @__PURE__ */ React2.createElement(\n        RenderErrorBoundary,',
    'false ? /* @__PURE__ */ React2.createElement(\n        RenderErrorBoundary,',
  ],
  ['match.route.errorElement || defaultErrorElement', 'match.route.errorElement'],
  ['RenderErrorBoundary.contextType = RSCRouterContext;', ''],
  ['isDataRoute ? useNavigateStable() : useNavigateUnstable()', 'useNavigateUnstable()'],
  ...['Form', 'NavLink'].flatMap((name): [string, string][] => [
    [`var ${name} = React10.forwardRef(`, `var ${name} = /* @__PURE__ */ React10.forwardRef(`],
    [`${name}.displayName = "${name}";`, ''],
  ]),
]

/** Throws if the router has changed, so that an update is noticed. */
export function leanRouter(): Plugin {
  return {
    name: 'store-lean-router',
    apply: 'build',
    transform(code, id) {
      if (this.environment.config.build.ssr) return undefined
      if (!/react-router\/dist\/production\/chunk-\w+\.mjs$/.test(id) || !code.includes(cuts[0]?.[0] ?? ''))
        return undefined
      const lean = cuts.reduce((rest, [from, to]) => {
        if (rest.split(from).length !== 2) throw new Error(`Not the router we know: ${from}`)
        return rest.replace(from, () => to)
      }, code)
      return { code: lean, map: null }
    },
  }
}
