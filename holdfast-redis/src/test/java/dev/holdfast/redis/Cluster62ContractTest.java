package dev.holdfast.redis;

import dev.holdfast.tck.SessionContracts;
import dev.holdfast.tck.StoreUnderTest;
import org.junit.platform.suite.api.ConfigurationParameter;

@SessionContracts
@ConfigurationParameter(
    key = StoreUnderTest.PARAMETER,
    value = "dev.holdfast.redis.RedisUnderTest$Cluster62")
class Cluster62ContractTest {}
