package dev.holdfast.cli.demo;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What is to be shown.
 *
 * @param name which demo
 * @param store the user's own store; empty: servers of the demo's own
 * @param folder where the pictures go; empty: a new folder for temporary files
 * @param guarded whether Holdfast's half shows its tokens to the guard of the database
 */
public record DemoRequest(
    DemoName name, Optional<String> store, Optional<Path> folder, boolean guarded) {}
