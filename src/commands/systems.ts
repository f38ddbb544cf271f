/** `rbparse systems`: lists the transition systems. */
import { Command } from 'commander'
import { registry } from '../../parser/registry.ts'
import type { Terminal } from '../files/terminal.ts'
import { example } from './options.ts'
import { print } from './report.ts'

export function systemsCommand(terminal: Terminal): Command {
  return new Command('systems')
    .summary('list the transition systems')
    .description('Lists the transition systems: transitions, guarantees and paper.')
    .option('--json', 'print the list as JSON')
    .addHelpText('after', example('rbparse systems'))
    .action(async (options: { readonly json?: boolean }) => {
      const systems = registry.map(({ name, guarantees, paper, make }) => {
        const { transitionTypes, family } = make({ singleRoot: true })
        return { name, family, transitions: transitionTypes.map((kind) => kind.name), guarantees, paper }
      })
      const text = options.json
        ? JSON.stringify(systems)
        : systems
            .map((system) => {
              const { name, transitions, guarantees, paper } = system
              return `${name}\n  transitions  ${transitions.join(', ')}\n  guarantees   ${guarantees}\n  after        ${paper}`
            })
            .join('\n\n')
      await print(text, terminal)
    })
}
