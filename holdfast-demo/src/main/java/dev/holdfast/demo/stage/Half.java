package dev.holdfast.demo.stage;

/** The ways in which a demo is played. */
public enum Half {
  /** What one finds everywhere. */
  NAIVE("the naive way", "SET NX PX, DEL, no renewal, no token", ""),
  /** With Holdfast. */
  HOLDFAST("with Holdfast", "renewed, told of losses, with tokens", ""),
  /** With Holdfast, where a grant counts only when a replica has it. */
  REPLICAS(
      "with Holdfast and minReplicas",
      "a grant counts only when a replica has it",
      "?minReplicas=1&minReplicasTimeout=300ms");

  private final String title;
  private final String how;
  private final String options;

  Half(String title, String how, String options) {
    this.title = title;
    this.how = how;
    this.options = options;
  }

  /** For a heading. */
  public String title() {
    return title;
  }

  /** What it consists of. */
  public String how() {
    return how;
  }

  /** Whether it locks without Holdfast. */
  public boolean naive() {
    return this == NAIVE;
  }

  /** What is added to the address of the store. */
  String options() {
    return options;
  }
}
