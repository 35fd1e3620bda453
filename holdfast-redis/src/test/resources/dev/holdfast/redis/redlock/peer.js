// Takes and frees locks with the packages redlock and ioredis, as it is told line by line.
// Arguments: the ports of the nodes. Answers each line with one.
const Redis = require('ioredis');
const Redlock = require('redlock');

const nodes = process.argv.slice(2).map((port) => new Redis(Number(port), '127.0.0.1'));
const redlock = new Redlock(nodes, { retryCount: 0 });
const locks = new Map();

async function act([verb, name, millis]) {
  if (verb === 'lock') {
    locks.set(name, await redlock.lock(name, Number(millis)));
  } else if (verb === 'extend') {
    locks.set(name, await locks.get(name).extend(Number(millis)));
  } else {
    await locks.get(name).unlock();
  }
}

require('readline')
  .createInterface({ input: process.stdin })
  .on('line', (line) => {
    act(line.split(' ')).then(
      () => console.log('yes'),
      (failure) => console.log('no ' + failure.name),
    );
  })
  .on('close', () => process.exit(0));
