package dev.holdfast.verification.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A script made of the shell blocks of a page that belong together.
 *
 * @param at where it stands, for messages
 * @param last the last of its blocks
 * @param text its lines
 * @param run whether it is run, or only parsed
 * @param exitCode with which code it is to end
 */
record ShellScript(String at, Block last, String text, boolean run, int exitCode) {

  /** The scripts of a page in order. */
  static List<ShellScript> of(Page page) {
    List<ShellScript> scripts = new ArrayList<>();
    List<Block> together = new ArrayList<>();
    for (Block block : page.blocks()) {
      if (!block.language().equals("sh")) {
        continue;
      }
      if (!block.is("continues") && !together.isEmpty()) {
        scripts.add(of(together));
        together.clear();
      }
      together.add(block);
    }
    if (!together.isEmpty()) {
      scripts.add(of(together));
    }
    return scripts;
  }

  private static ShellScript of(List<Block> blocks) {
    Block last = blocks.get(blocks.size() - 1);
    String text =
        blocks.stream()
            .flatMap(block -> block.all().stream())
            .map(Block.Line::text)
            .collect(Collectors.joining("\n"));
    boolean run = blocks.stream().allMatch(block -> block.notRun().isEmpty());
    return new ShellScript(blocks.get(0).at(), last, text, run, last.exitCode());
  }
}
